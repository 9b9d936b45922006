import type { Layout } from './layout.ts'

/** Mandiri Kopra and MCM, the export with a balance on each movement. */
export const mandiri: Layout = {
  bank: 'Mandiri',
  columns: {
    account: ['AccountNo', 'Account No'],
    currency: ['Ccy'],
    day: ['PostDate', 'Post Date'],
    info: ['Remarks', 'AdditionalDesc', 'Additional Desc'],
    credit: ['Credit Amount'],
    debit: ['Debit Amount'],
    balance: ['Close Balance'],
  },
  sen: '.',
  id: 'journal',
  whole: true,
}

/** Mandiri Cash Management: two columns are called Description, and the opening balance stands below. */
export const mandiriCash: Layout = {
  bank: 'Mandiri',
  columns: {
    account: ['Account No'],
    day: ['Date'],
    valueDay: ['Val. Date'],
    info: ['Description'],
    txid: ['Reference No.'],
    debit: ['Debit'],
    credit: ['Credit'],
  },
  sen: '.',
  id: 'unique',
  whole: true,
}
