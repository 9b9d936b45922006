import type { Intent } from '@blueprintjs/core'
import type { Withdrawal } from '../../services/withdrawal.ts'
import { instantCell, moneyCell } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'
import { dayIn } from '../loan/words.ts'
import { thirdTag } from '../payout/columns.tsx'
import { providerName } from '../payout/subject.ts'
import { Tag } from '../shared/Tag.tsx'

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

/** The columns of the list of withdrawals. */
export const withdrawalColumns: Column<Withdrawal>[] = [
  text('txid', 'payouts:txid', (one) => one.txid, { width: 170 }),
  {
    name: 'state',
    label: 'payouts:state',
    width: 130,
    cell: ({ state }, { t }) => <Tag intent={intents[state] ?? 'none'}>{t(`withdrawal:state.${state}`)}</Tag>,
  },
  {
    name: 'contradicted',
    width: 110,
    label: 'payouts:contradicted',
    cell: ({ contradicted }, { t }) => (contradicted ? <Tag intent="danger">{t('payouts:isContradicted')}</Tag> : '–'),
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
  text('purpose', 'withdrawal:ask.purpose', (one) => one.purpose),
  text('checker', 'utils:withdrawal.checker', (one) => one.checkerName, extra),
  text('refusal', 'utils:withdrawal.refusal', (one) => one.refusal, extra),
  {
    name: 'thirdStatus',
    extra: true,
    label: 'payouts:thirdStatus',
    cell: ({ thirdStatus }, format) => (thirdStatus ? thirdTag(thirdStatus, format) : '–'),
  },
  text('code', 'payouts:code', (one) => one.code, extra),
  text('evidence', 'payouts:evidence', (one) => one.evidence),
  {
    name: 'arrivedOn',
    label: 'payouts:arrivedOn',
    cell: ({ proofDay }, format) => (proofDay ? dayIn(proofDay, format) : '–'),
  },
  text('prover', 'utils:withdrawal.prover', (one) => one.proverName, extra),
  text('confirmer', 'utils:withdrawal.confirmer', (one) => one.confirmerName, extra),
  { ...instant('sentAt', 'payouts:sentAt', (one) => one.sentAt), ...extra },
  { ...instant('endedAt', 'utils:withdrawal.endedAt', (one) => one.endedAt), ...extra },
]
