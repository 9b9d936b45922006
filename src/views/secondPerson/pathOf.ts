import { to } from '../../machines/paths.ts'
import type { DataOf } from '../../services/endpoint.ts'
import type { list } from '../../services/secondPerson.ts'

export type WaitingStep = DataOf<typeof list>['rows'][number]

const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`

const opened: Record<string, (step: WaitingStep, state: string) => string> = {
  payout: ({ id }) => to.approveDetail({ orderNo: id }),
  loan: ({ id }) => to.loanOfOrder({ orderNo: id }),
  withdrawal: ({ id }) => withQuery(to.withdrawal(), { txid: id }),
  customerEdit: ({ orderNo }) => to.approveDetail({ orderNo: orderNo! }),
  setting: ({ id }) => {
    const [kind = '', code = ''] = id.split('/')
    return withQuery(to.setting(), { kind, code })
  },
  smsTemplate: ({ id }) => to.smsTemplate({ id }),
  reminder: () => withQuery(to.reminders(), { state: 'proposed' }),
  smsBatch: ({ id }) => to.smsBatch({ id }),
  ruleSet: ({ id }) => withQuery(to.riskRuleConfig(), { version: id }),
  contact: (_consent, state) => withQuery(to.contact(), { state }),
  placement: ({ id }) => withQuery(to.placements(), { orderNo: id }),
  quality: ({ id }) => to.checkDetail({ id }),
  statementLine: ({ orderNo }, state) => withQuery(to.bankStatement(), { state, ...(orderNo && { orderNo }) }),
  statementDay: ({ id }) => `${to.bankStatement()}#${id.slice(0, -'-2026-11-21'.length)}`,
}

/** The chart of a row and the state that it waits in. */
export const partsOf = (kind: string) => {
  const slash = kind.indexOf('/')
  return { chart: kind.slice(0, slash), state: kind.slice(slash + 1) }
}

/** Where a row's record is read and answered; undefined for a process whose screen is not known here. */
export const pathOf = (step: WaitingStep): string | undefined => {
  const { chart, state } = partsOf(step.kind)
  return opened[chart]?.(step, state)
}
