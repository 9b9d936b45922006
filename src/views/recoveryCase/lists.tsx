import type { Intent } from '@blueprintjs/core'
import { to } from '../../machines/paths.ts'
import { recoveryCaseColumns } from '../../services/recoveryCase.columns.ts'
import {
  caseStates,
  count,
  holders,
  list,
  mine,
  mineCount,
  promiseOutcomes,
  type RecoveryCase,
} from '../../services/recoveryCase.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays, type FilterField } from '../list/filter.ts'
import { byApp, byName, byNik, byOrderNo, byPhone, byStage } from '../list/ofOrder.ts'
import { Tag } from '../shared/Tag.tsx'
import { subjectOf } from './subject.ts'

const intents: Partial<Record<RecoveryCase['state'], Intent>> = {
  'open.unassigned': 'warning',
  'open.promised': 'primary',
  settled: 'success',
}
const promiseIntents: Partial<Record<string, Intent>> = { kept: 'success', partlyKept: 'warning', broken: 'danger' }

/** The columns of the lists of cases. */
export const columns = columnsOf<RecoveryCase, keyof typeof recoveryCaseColumns>(recoveryCaseColumns, {
  orderNo: { width: 170 },
  customer: { cell: (row, { t }) => row.customer || t('audit:erased') },
  state: {
    width: 190,
    cell: (row, { t }) => <Tag intent={intents[row.state] ?? 'none'}>{t(`recoveryCase:state.${row.state}`)}</Tag>,
  },
  due: { sort: 'due' },
  settledAt: { sort: 'settledAt' },
  promise: {
    cell: ({ promiseOutcome: outcome }, { t }) =>
      outcome ? <Tag intent={promiseIntents[outcome] ?? 'none'}>{t(`recoveryCase:promise.${outcome}`)}</Tag> : '–',
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
const byHolder: FilterField = {
  kind: 'choice',
  name: 'holder',
  label: 'recoveryCase:screen.holder',
  most: 40,
  options: async (client) => (await client.call(holders, {})).holders.map(({ id, name }) => ({ value: id, name })),
}
const byDue = byDays('due', 'loan:list.due', { ahead: true })

const who = [byOrderNo, byPhone, byNik, byName]
const open = caseStates.filter((state) => state !== 'settled')
export const filters = {
  open: [...who, byState(open), byHolder, byStage, byPromise, byDue, byApp],
  near: [...who, byState(open), byHolder, byPromise, byDue, byApp],
  settled: [...who, byHolder, byStage, byPromise, byDue, byApp],
  working: [...who, byHolder, byPromise, byDue, byApp],
  mine: [...who, byState(open), byPromise, byDue, byApp],
}

const { orderNo, state, customer, phone, stage, due, daysOverdue, owed, principal, interest, fee, remaining } = columns
const { holder, former, attempts, contactedAt, outcome, callBack, promiseAmount, promiseDay, promise, holdUntil } =
  columns
const { paid, product, app, nik } = columns
const said = [attempts, contactedAt, outcome, callBack, promiseAmount, promiseDay, promise, holdUntil]
const money = [owed, principal, interest, fee, paid, remaining]
const order = [product, app, nik]

export const laidOut = {
  open: [orderNo, state, customer, phone, stage, due, daysOverdue, ...money, holder, former, ...said, ...order],
  near: [orderNo, state, customer, phone, due, ...money, holder, former, ...said, ...order],
  mine: [orderNo, state, customer, phone, stage, due, daysOverdue, ...money, ...said, ...order],
}

const shared = {
  counted: 'recoveryCase:screen.count',
  kind: 'recoveryCase',
  besides: 'loan',
  grid: true,
  keyOf: (row: RecoveryCase) => row.orderNo,
  subjectOf,
}

/** The declaration that the lists of all cases share. */
export const cases = { ...shared, list, count, sorted: 'due', actions: ['dispatched', 'reassigned', 'recalled'] }
/** The declaration that the lists of the caller's own cases share: the most urgent first. */
export const ownCases = { ...shared, list: mine, count: mineCount, sorted: 'urgency' }

/** The detail of a case that is reached from a list of pre-collection. */
export const nearDetail = (row: RecoveryCase) => to.preDetail({ type: 'pre', orderNo: row.orderNo })
