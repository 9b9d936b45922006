import type { Intent } from '@blueprintjs/core'
import { to } from '../../machines/paths.ts'
import { longest } from '../../services/bankStatement.ts'
import { longestText } from '../../services/order.ts'
import { choices, count, list, type Withdrawal, withdrawalStates } from '../../services/withdrawal.ts'
import { instantCell, moneyCell } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'
import type { FilterField } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { thirdTag } from '../loan/columns.tsx'
import { providerName } from '../loan/subject.ts'
import { dayIn } from '../repay/words.ts'
import { Tag } from '../shared/Tag.tsx'
import { withdrawalSubject } from './withdrawalSubject.ts'

const intents: Partial<Record<Withdrawal['state'], Intent>> = {
  requested: 'primary',
  sending: 'primary',
  processing: 'primary',
  unknown: 'warning',
  provingPaid: 'warning',
  provingUnpaid: 'warning',
  succeeded: 'success',
  failed: 'danger',
}

const text = (
  name: string,
  label: string,
  value: (one: Withdrawal) => string | null,
  shape: Pick<Column<Withdrawal>, 'width' | 'extra'> = {},
): Column<Withdrawal> => ({ name, label, cell: (one) => value(one) || '–', ...shape })
const instant = (name: string, label: string, at: (one: Withdrawal) => number | null): Column<Withdrawal> => ({
  name,
  label,
  width: 140,
  cell: (one, format) => instantCell(at(one), format),
})

const extra = { extra: true } as const

const columns: Column<Withdrawal>[] = [
  text('txid', 'payouts:txid', (one) => one.txid, { width: 170 }),
  {
    name: 'state',
    label: 'payouts:state',
    width: 130,
    cell: ({ state }, { t }) => <Tag intent={intents[state] ?? 'none'}>{t(`withdrawal:state.${state}`)}</Tag>,
  },
  {
    name: 'amount',
    label: 'utils:withdrawal.amount',
    align: 'right',
    width: 130,
    cell: ({ amount }, format) => moneyCell(amount, format),
    sum: moneyCell,
  },
  text('account', 'withdrawal:ask.account', (one) => one.account, { width: 110 }),
  text('bank', 'withdrawal:ask.bank', (one) => one.bank, extra),
  text('card', 'withdrawal:ask.card', ({ bank, card }) => `${bank} ${card}`.trim(), { width: 150 }),
  text('channel', 'payouts:channel', (one) => providerName(one.channel), { width: 100 }),
  text('operator', 'utils:withdrawal.operator', (one) => one.requesterName),
  { ...instant('requestedAt', 'utils:withdrawal.requestedAt', (one) => one.requestedAt), sort: 'requestedAt' },
  text('purpose', 'withdrawal:ask.purpose', (one) => one.purpose, extra),
  text('checker', 'utils:withdrawal.checker', (one) => one.checkerName, extra),
  text('refusal', 'utils:withdrawal.refusal', (one) => one.refusal, extra),
  {
    name: 'thirdStatus',
    extra: true,
    label: 'payouts:thirdStatus',
    cell: ({ thirdStatus }, format) => (thirdStatus ? thirdTag(thirdStatus, format) : '–'),
  },
  text('code', 'payouts:code', (one) => one.code, extra),
  {
    name: 'contradicted',
    extra: true,
    label: 'payouts:contradicted',
    cell: ({ contradicted }, { t }) => (contradicted ? <Tag intent="danger">{t('payouts:isContradicted')}</Tag> : '–'),
  },
  text('evidence', 'payouts:evidence', (one) => one.evidence, extra),
  {
    name: 'arrivedOn',
    extra: true,
    label: 'payouts:arrivedOn',
    cell: ({ proofDay }, format) => (proofDay ? dayIn(proofDay, format) : '–'),
  },
  text('prover', 'utils:withdrawal.prover', (one) => one.proverName, extra),
  text('confirmer', 'utils:withdrawal.confirmer', (one) => one.confirmerName, extra),
  { ...instant('sentAt', 'payouts:sentAt', (one) => one.sentAt), ...extra },
  { ...instant('endedAt', 'utils:withdrawal.endedAt', (one) => one.endedAt), ...extra },
]

const filters: FilterField[] = [
  { kind: 'text', name: 'txid', label: 'payouts:txid', most: longest.txid },
  {
    kind: 'choice',
    name: 'state',
    label: 'payouts:state',
    options: withdrawalStates.map((value) => ({ value, words: `withdrawal:state.${value}` })),
  },
  {
    kind: 'choice',
    name: 'account',
    label: 'withdrawal:ask.account',
    most: longest.account,
    options: async (client) =>
      (await client.call(choices, {})).accounts.map(({ code, bank, name }) => ({
        value: code,
        name: `${bank} ${name}`,
      })),
  },
  {
    kind: 'choice',
    name: 'channel',
    label: 'payouts:channel',
    most: longestText.code,
    options: async (client) =>
      (await client.call(choices, {})).channels.map(({ name }) => ({ value: name, name: providerName(name) })),
  },
  {
    kind: 'days',
    name: 'requested',
    label: 'utils:withdrawal.requestedAt',
    from: 'requestedFrom',
    to: 'requestedTo',
  },
]

/** The cash record: what was taken out of the lender's accounts. */
export const Withdrawals = listScreen({
  name: 'withdrawal',
  empty: 'utils:withdrawal.empty',
  counted: 'utils:withdrawal.count',
  list,
  count,
  kind: 'withdrawal',
  where: {},
  sorted: '-requestedAt',
  columns,
  filters,
  keyOf: ({ txid }: Withdrawal) => txid,
  row: ({ txid }: Withdrawal) => `${to.withdrawal()}?${new URLSearchParams({ txid })}`,
  subjectOf: withdrawalSubject,
  actions: [
    'withdrawalApproved',
    'withdrawalRefused',
    'withdrawalCancelled',
    'paidProposed',
    'unpaidProposed',
    'withdrawalResolved',
    'proofRefused',
  ],
})
