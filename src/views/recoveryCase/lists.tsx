import type { Intent } from '@blueprintjs/core'
import { outcomes } from '../../machines/contact.facts.ts'
import { to } from '../../machines/paths.ts'
import { decidedCases, recoveryCaseColumns, waitingColumns } from '../../services/recoveryCase.columns.ts'
import {
  amountBands,
  caseStates,
  count,
  dayBands,
  holders,
  list,
  mine,
  mineCount,
  nearBands,
  promiseOutcomes,
  type RecoveryCase,
  waiting,
  type WaitingCase,
  waitingCount,
  waitReasons,
} from '../../services/recoveryCase.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays, type FilterField } from '../list/filter.ts'
import { byApp, byCompany, byEveryStage, byName, byNik, byOrderNo, byPhone, byStage } from '../list/ofOrder.ts'
import { byCreditedTo, byGroup, forGroup } from '../recovery/filters.ts'
import { Tag } from '../shared/Tag.tsx'
import { Audience } from '../smsBatch/Audience.tsx'
import { placementOf, subjectOf } from './subject.ts'

const intents: Partial<Record<RecoveryCase['state'], Intent>> = {
  'open.unassigned': 'warning',
  'open.promised': 'primary',
  settled: 'success',
}
const promiseIntents: Partial<Record<string, Intent>> = { kept: 'success', partlyKept: 'warning', broken: 'danger' }

export const columns = columnsOf<RecoveryCase, keyof typeof recoveryCaseColumns>(recoveryCaseColumns, {
  orderNo: { width: 170 },
  customer: { cell: (row, { t }) => row.customer || t('audit:erased') },
  state: {
    width: 190,
    cell: (row, { t }) => <Tag intent={intents[row.state] ?? 'none'}>{t(`recoveryCase:state.${row.state}`)}</Tag>,
  },
  former: { width: 170 },
  due: { sort: 'due' },
  settledAt: { sort: 'settledAt' },
  promise: {
    cell: ({ promiseOutcome: outcome }, { t }) =>
      outcome ? <Tag intent={promiseIntents[outcome] ?? 'none'}>{t(`recoveryCase:promise.${outcome}`)}</Tag> : '–',
  },
})

const { why, proposed, formers, placementState } = columnsOf<WaitingCase, keyof typeof waitingColumns>(waitingColumns, {
  proposed: { width: 180 },
  placementState: { width: 210 },
  formers: { width: 220 },
  why: {
    width: 300,
    cell: ({ why: reason }, { t }) => (
      <Tag intent={reason === 'soon' ? 'none' : 'warning'}>{t(`recoveryCase:why.${reason}`)}</Tag>
    ),
  },
})

const byPromise: FilterField = {
  kind: 'choice',
  name: 'promise',
  label: 'recoveryCase:screen.promise',
  options: promiseOutcomes.map((value) => ({ value, words: `recoveryCase:promise.${value}` })),
}
const byState = (states: readonly string[]): FilterField => ({
  kind: 'choice',
  name: 'state',
  label: 'recoveryCase:screen.state',
  options: states.map((value) => ({ value, words: `recoveryCase:state.${value}` })),
})
const byRetained: FilterField = { kind: 'flag', name: 'retained', label: 'recoveryCase:screen.retained' }
const byWhy: FilterField = {
  kind: 'choice',
  name: 'why',
  label: 'recoveryCase:screen.why',
  options: waitReasons.map((value) => ({ value, words: `recoveryCase:why.${value}` })),
}
const byAmount: FilterField = {
  kind: 'choice',
  name: 'amount',
  label: 'recoveryCase:screen.owed',
  options: Object.keys(amountBands).map((value) => ({ value, words: `recoveryCase:amount.${value}` })),
}
const byLate: FilterField = {
  kind: 'choice',
  name: 'days',
  label: 'loan:list.daysOverdue',
  options: Object.keys(dayBands).map((value) => ({ value, words: `recoveryCase:days.${value}` })),
}
const byHolder: FilterField = {
  kind: 'choice',
  name: 'holder',
  label: 'recoveryCase:screen.holder',
  most: 40,
  options: async (client) => (await client.call(holders, {})).holders.map(({ id, name }) => ({ value: id, name })),
}
const byNear: FilterField = {
  kind: 'choice',
  name: 'days',
  label: 'recoveryCase:screen.daysLeft',
  options: Object.keys(nearBands).map((value) => ({ value, words: `recoveryCase:days.${value}` })),
}
const bySettled = byDays('settled', 'recoveryCase:screen.settledAt')
const byDue = byDays('due', 'loan:list.due', { ahead: true })

const byCallBack = byDays('callBack', 'recoveryCase:screen.callBack', { ahead: true })
const byOutcome: FilterField = {
  kind: 'choice',
  name: 'outcome',
  label: 'recoveryCase:screen.outcome',
  options: outcomes.map((value) => ({ value, words: `contact:outcome.${value}` })),
}

const who = [byOrderNo, byPhone, byNik, byName]
const open = caseStates.filter((state) => state !== 'settled')
export const filters = {
  open: [...who, byState(open), byRetained, byHolder, byGroup, byStage, byLate, byPromise, byCompany, byDue, byApp],
  near: [...who, byState(open), byHolder, byGroup, byNear, byPromise, byDue, byApp],
  settled: [...who, bySettled, byCreditedTo, byHolder, byGroup, byEveryStage, byPromise, byDue, byApp],
  working: [...who, byHolder, byGroup, byPromise, byCallBack, byDue, byApp],
  waiting: [...who, byWhy, byStage, forGroup, byLate, byAmount, byCompany, byDue, byApp],
  waitingNear: [...who, byWhy, forGroup, byNear, byAmount, byDue, byApp],
  mine: [...who, byState(open), byEveryStage, byRetained, byOutcome, byPromise, byCallBack, byDue, byApp],
}

const { orderNo, state, customer, phone, stage, due, daysOverdue, owed, principal, interest, fee, remaining } = columns
const {
  holder,
  former,
  attempts,
  contactedAt,
  outcome,
  callBack,
  promiseAmount,
  promiseDay,
  promise,
  holdUntil,
  retainedUntil,
} = columns
const { daysLeft, term, paid, product, app, nik, company, placedUntil } = columns
const placement = [company, placedUntil]
const work = [attempts, contactedAt, outcome, callBack, promiseAmount, promiseDay, promise, retainedUntil, holdUntil]
const money = [owed, principal, interest, fee, paid, remaining]
const order = [product, term, app, nik]

export const laidOut = {
  waitingNear: [orderNo, why, proposed, placementState, formers, customer, due, daysLeft, ...money, ...order],
  waiting: [
    orderNo,
    why,
    proposed,
    placementState,
    formers,
    customer,
    stage,
    due,
    daysOverdue,
    ...placement,
    ...money,
    ...order,
  ],
  open: [
    orderNo,
    state,
    customer,
    phone,
    stage,
    due,
    daysOverdue,
    ...money,
    holder,
    former,
    ...placement,
    ...work,
    ...order,
  ],
  near: [orderNo, state, customer, phone, due, daysLeft, ...money, holder, former, ...work, ...order],
  mine: [orderNo, state, customer, phone, stage, due, daysOverdue, ...money, ...work, ...order],
}

const shared = {
  counted: 'recoveryCase:screen.count',
  kind: 'recoveryCase',
  besides: 'loan',
  grid: true,
  keyOf: (row: RecoveryCase) => row.orderNo,
  subjectOf,
}

const moving = ['dispatched', 'reassigned', 'recalled']
/** The declaration that the lists of all cases share. */
export const cases = {
  ...shared,
  list,
  count,
  sorted: 'due',
  actions: moving,
  bulk: { events: moving, decided: decidedCases },
  audience: (of: string, filter: Readonly<Record<string, unknown>>) => <Audience list={of} filter={filter} />,
}
/** The declaration that the lists of waiting cases share. */
export const waitingCases = {
  ...shared,
  list: waiting,
  count: waitingCount,
  besides: 'collector',
  empty: 'recoveryCase:screen.empty.waiting',
  sorted: 'due',
  columns: laidOut.waiting,
  actions: ['dispatched'],
  bulk: {
    events: ['dispatched'],
    decided: decidedCases,
    beside: { events: ['placementProposed'], subjectOf: placementOf },
  },
}
/** The declaration that the lists of the caller's own cases share: the most urgent first. */
export const ownCases = { ...shared, list: mine, count: mineCount, sorted: 'urgency' }

/** The detail of a case that is reached from a list of pre-collection. */
export const nearDetail = (row: RecoveryCase) => to.preDetail({ type: 'pre', orderNo: row.orderNo })
