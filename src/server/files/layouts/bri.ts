import type { Layout } from './layout.ts'

/** BRI Cash Management, in both its exports. */
export const bri: Layout = {
  bank: 'BRI',
  columns: {
    day: ['TGL_TRAN', 'Tgl Tran'],
    info: ['DESK_TRAN', 'Desk Tran'],
    debit: ['MUTASI_DEBET'],
    credit: ['MUTASI_KREDIT'],
    balance: ['SALDO_AKHIR_MUTASI', 'Ledger'],
  },
  sen: '.',
  id: 'journal',
  whole: true,
}
