import type { Layout } from './layout.ts'

/** BNI Direct: the journal number has six digits and comes round again. */
export const bni: Layout = {
  bank: 'BNI',
  columns: {
    day: ['Post Date', 'Posting Date'],
    valueDay: ['Value Date'],
    info: ['Description'],
    txid: ['Journal No.'],
    debit: ['Debit'],
    credit: ['Credit'],
    balance: ['Balance'],
  },
  sen: '.',
  id: 'journal',
  whole: true,
}
