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
  text('txid', 'payout:screen.txid', (one) => one.txid, { width: 170 }),
  {
    name: 'state',
    label: 'payout:screen.state',
    width: 130,
    cell: ({ state }, { t }) => <Tag intent={intents[state] ?? 'none'}>{t(`withdrawal:state.${state}`)}</Tag>,
  },
  {
    name: 'contradicted',
    width: 110,
    label: 'payout:screen.contradicted',
    cell: ({ contradicted }, { t }) =>
      contradicted ? <Tag intent="danger">{t('payout:screen.isContradicted')}</Tag> : '–',
  },
  {
    name: 'amount',
    label: 'withdrawal:screen.amount',
    align: 'right',
    width: 130,
    cell: ({ amount }, format) => moneyCell(amount, format),
    sum: moneyCell,
  },
  text('account', 'withdrawal:ask.account', (one) => one.account, { width: 110 }),
  text('bank', 'withdrawal:ask.bank', (one) => one.bank, extra),
  text('card', 'withdrawal:ask.card', ({ bank, card }) => `${bank} ${card}`.trim(), { width: 150 }),
  text('channel', 'payout:screen.channel', (one) => providerName(one.channel), { width: 100 }),
  text('operator', 'withdrawal:screen.operator', (one) => one.requesterName),
  { ...instant('requestedAt', 'withdrawal:screen.requestedAt', (one) => one.requestedAt), sort: 'requestedAt' },
  text('purpose', 'withdrawal:ask.purpose', (one) => one.purpose),
  text('checker', 'withdrawal:screen.checker', (one) => one.checkerName, extra),
  text('refusal', 'withdrawal:screen.refusal', (one) => one.refusal, extra),
  {
    name: 'thirdStatus',
    extra: true,
    label: 'payout:screen.thirdStatus',
    cell: ({ thirdStatus }, format) => (thirdStatus ? thirdTag(thirdStatus, format) : '–'),
  },
  text('code', 'payout:screen.code', (one) => one.code, extra),
  text('evidence', 'payout:screen.evidence', (one) => one.evidence),
  {
    name: 'arrivedOn',
    label: 'payout:screen.arrivedOn',
    cell: ({ proofDay }, format) => (proofDay ? dayIn(proofDay, format) : '–'),
  },
  text('prover', 'withdrawal:screen.prover', (one) => one.proverName, extra),
  text('confirmer', 'withdrawal:screen.confirmer', (one) => one.confirmerName, extra),
  { ...instant('sentAt', 'payout:screen.sentAt', (one) => one.sentAt), ...extra },
  { ...instant('endedAt', 'withdrawal:screen.endedAt', (one) => one.endedAt), ...extra },
]
