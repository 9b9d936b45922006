import { approvalMachine } from '../../machines/approval.ts'
import { blank, type State } from '../../machines/kernel.ts'
import { commands, type Detail, type Order, reviewers } from '../../services/approval.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Field } from '../detail/form/field.ts'
import { daysIn } from './parts.tsx'

export const approvals: Process = { machine: approvalMachine, words: 'approval', commands }

/** Converts `firstReview.wait` to XState's state value `{ firstReview: 'wait' }`. */
const stateValue = (name: string): unknown =>
  name.split('.').reduceRight<unknown>((inner, key) => (inner === undefined ? key : { [key]: inner }), undefined)

// A row has the fields that rules on context and actor read; the other fields keep their initial values.
const stateOf = ({ version, state, holder, firstReviewer, accountVerified }: Order): State => ({
  version,
  value: stateValue(state),
  context: {
    ...(blank(approvalMachine).context as object),
    holder,
    firstReviewer,
    finding: { accountVerified, hits: [] },
  },
  armed: {},
})

const stageOf = (event: string) => (event.startsWith('final') ? ('final' as const) : ('first' as const))

const fieldOf = (order: Order, terms: readonly number[], event: string, ask: string): Field | undefined => {
  switch (ask) {
    case 'to':
      return {
        kind: 'choice',
        options: async (client) => {
          const found = await client.call(reviewers, { stage: stageOf(event) })
          return found.reviewers
            .filter(({ id }) => id !== order.holder && !(stageOf(event) === 'final' && id === order.firstReviewer))
            .map(({ id, name, holds, atWork, groups }) => ({
              value: id,
              words: atWork ? 'approval:screen.reviewerHoldsAtWork' : 'approval:screen.reviewerHolds',
              name: groups.length > 0 ? `${name} (${groups.join(', ')})` : name,
              count: holds,
            }))
        },
      }
    case 'amount':
      return {
        kind: 'rupiah',
        initial: order.proposedAmount ?? order.amount,
        most: { amount: order.amount, above: 'approval:guard.withinApplied' },
      }
    case 'term':
      return {
        kind: 'choice',
        numeric: true,
        initial: String(order.proposedTerm ?? order.term),
        options: terms.map((days) => ({ value: String(days), words: 'approval:screen.days', count: days })),
      }
    default:
      return undefined
  }
}

/** The step that a past view shows; undefined for the present. */
export const shownAt = ({ asOf, order }: Detail) => (asOf === null ? undefined : order.version)

/** The subject of a list row, for its commands. */
export const subjectOf = (order: Order): Subject => ({
  process: approvals,
  stream: `approval/${order.orderNo}`,
  name: order.orderNo,
  body: { orderNo: order.orderNo },
  state: stateOf(order),
  field: (event, ask) => fieldOf(order, [order.term], event, ask),
  about: (_event, format) => ({
    'approval:screen.amount': format.money(order.amount),
    'approval:screen.term': daysIn(order.term, format),
    'approval:screen.customer': order.customer || format.t('audit:erased'),
  }),
})

/** The subject of a detail, with all facts that the detail has. */
export const subjectOfDetail = ({ order, terms, state, history, payoutSent, mostReturns }: Detail): Subject => {
  const last = history.at(-1)
  const row = subjectOf(order)
  return {
    ...row,
    state,
    limits: { approvalUndone: { payoutSent }, returned: { mostReturns } },
    ...(last && { last }),
    field: (event, ask) => fieldOf(order, terms.terms, event, ask),
    about: (event, format) => ({
      ...row.about!(event, format),
      ...(event.endsWith('Passed') && {
        'approval:screen.limits': `${format.money(terms.minAmount)} – ${format.money(terms.maxAmount)}`,
      }),
    }),
  }
}
