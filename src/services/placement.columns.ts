import type { Decided } from './bulkFacts.ts'
import { day, instant, type ListColumns, money, rate, text, word } from './columns.ts'
import type { Placement } from './placement.ts'

export const placementColumns = {
  orderNo: text('approval:screen.orderNo', (one) => one.orderNo),
  customer: text('approval:screen.customer', (one) => one.customer),
  state: word('placement:screen.state', (one) => `placement:state.${one.state}`),
  company: text('placement:ask.company', (one) => one.company),
  from: day('placement:screen.from', (one) => one.from),
  until: day('placement:ask.until', (one) => one.until),
  balance: money('placement:screen.balance', (one) => one.balance),
  rate: rate('placement:screen.rate', (one) => one.rate),
  outcome: word('placement:screen.outcome', (one) => one.outcome && `placement:outcome.${one.outcome}`),
  refusal: text('placement:screen.refusal', (one) => one.refusal),
  proposer: text('placement:screen.proposer', (one) => one.proposerName),
  proposedAt: instant('placement:screen.proposedAt', (one) => one.proposedAt),
  checker: text('placement:screen.checker', (one) => one.checkerName),
  endedAt: instant('placement:screen.endedAt', (one) => one.endedAt),
  app: text('approval:screen.app', (one) => one.app),
} satisfies ListColumns<Placement>

const { orderNo, customer, company, until, balance } = placementColumns
/** The columns that describe many placements before one command for all of them. */
export const decidedPlacements: Decided<Placement> = {
  amounts: { balance },
  shared: { company, until },
  each: { orderNo, customer },
}
