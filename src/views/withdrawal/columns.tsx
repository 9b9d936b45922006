import type { Intent } from '@blueprintjs/core'
import { providerName } from '../../services/payout.ts'
import { withdrawalColumns } from '../../services/withdrawal.columns.ts'
import type { Withdrawal } from '../../services/withdrawal.ts'
import { moneyCell } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { thirdTag } from '../payout/columns.tsx'
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

const extra = { extra: true } as const

const columns = columnsOf<Withdrawal, keyof typeof withdrawalColumns>(withdrawalColumns, {
  txid: { width: 170 },
  state: {
    width: 130,
    cell: ({ state }, { t }) => <Tag intent={intents[state] ?? 'none'}>{t(`withdrawal:state.${state}`)}</Tag>,
  },
  contradicted: {
    width: 110,
    cell: ({ contradicted }, { t }) =>
      contradicted ? <Tag intent="danger">{t('payout:screen.isContradicted')}</Tag> : '–',
  },
  amount: { width: 130, sum: moneyCell },
  account: { width: 110 },
  bank: extra,
  card: { width: 150, cell: ({ bank, card }) => `${bank} ${card}`.trim() || '–' },
  holder: extra,
  channel: { width: 100, cell: (one) => providerName(one.channel) || '–' },
  requestedAt: { width: 140, sort: 'requestedAt' },
  checker: extra,
  refusal: extra,
  thirdStatus: {
    extra: true,
    cell: ({ thirdStatus }, format) => (thirdStatus ? thirdTag(thirdStatus, format) : '–'),
  },
  code: extra,
  prover: extra,
  confirmer: extra,
  sentAt: { width: 140, extra: true },
  endedAt: { width: 140, extra: true },
})

/** The columns of the list of withdrawals, in the order of the screen. */
export const shownColumns: Column<Withdrawal>[] = (
  [
    'txid',
    'state',
    'contradicted',
    'amount',
    'operator',
    'requestedAt',
    'account',
    'bank',
    'card',
    'holder',
    'channel',
    'purpose',
    'checker',
    'refusal',
    'thirdStatus',
    'code',
    'evidence',
    'arrivedOn',
    'prover',
    'confirmer',
    'sentAt',
    'endedAt',
  ] as const
).map((name) => columns[name])
