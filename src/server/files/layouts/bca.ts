import type { Layout } from './layout.ts'

/** KlikBCA, personal and business: the mark CR or DB stands in a column without a head, and no movement has an id. */
export const bca: Layout = {
  bank: 'BCA',
  columns: {
    day: ['Tanggal Transaksi', 'Tanggal', 'Date', 'Transaction Date', 'Tgl.'],
    info: ['Keterangan', 'Description'],
    amount: ['Jumlah', 'Mutasi', 'Amount'],
    balance: ['Saldo', 'Balance'],
  },
  besides: ['Cabang', 'Branch'],
  sen: '.',
  id: 'journal',
  whole: true,
}
