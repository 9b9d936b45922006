import { flushCompileCache } from 'node:module'
import { leadsIn } from './leads.ts'
import { orderNumbersIn } from './orderNumbers.ts'
import { statementIn } from './statement.ts'
import type { Reading } from './statement.types.ts'
import { firstRows } from './table.rows.ts'
import { Unreadable } from './zip.ts'

const readers = {
  orderNumbers: (file: Buffer, how: { most: number }) => orderNumbersIn(file, how.most),
  leads: (file: Buffer, how: Parameters<typeof leadsIn>[1]) => leadsIn(file, how),
  firstRows: (file: Buffer, how: { most: number }) => firstRows(file, how.most),
  statement: (file: Buffer, how: Reading) => statementIn(file, how),
}
export type Readers = typeof readers

type Asked = { reader: keyof Readers; file: Uint8Array; how: never }

// The parent kills this process once it has the answer.
const answer = async ({ reader, file, how }: Asked) => {
  try {
    const found = await readers[reader](Buffer.from(file.buffer, file.byteOffset, file.byteLength), how)
    process.send!({ found })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    process.send!({ refused: { reason: error.reason, where: error.where } })
  }
}
process.on('message', (asked: Asked) => void answer(asked))
// A killed process writes no cache.
flushCompileCache()
