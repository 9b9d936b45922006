import { rupiah } from '../../src/machines/money.ts'
import * as statement from '../../src/services/statement.ts'
import type { Caller, TestApp } from './app.ts'

/** A movement: the day 'YYYY-MM-DD', rupiah (negative for a debit), the bank's text, and its id. */
export type Movement = readonly [day: string, amount: number, info: string, txid?: string]

const written = (amount: number) => rupiah(amount, 'id').replace('Rp', '')

/** A bank's CSV file with these movements after an opening balance. */
export const bankFile = (start: number, movements: readonly Movement[]): Buffer => {
  let balance = start
  const lines = movements.map(([day, amount, info, txid = '']) => {
    balance += amount
    const [debit, credit] = amount < 0 ? [written(-amount), ''] : ['', written(amount)]
    return [day, txid, info, debit, credit, written(balance)].join(';')
  })
  return Buffer.from(['Tanggal;No. Referensi;Keterangan;Debet;Kredit;Saldo', ...lines, ''].join('\n'))
}

/** Uploads a file and answers its state after processing. */
export const uploadTo = async (app: TestApp, caller: Caller, account: string, file: Buffer) => {
  // Recent files are listed in the order of their upload instants.
  app.clock.advance(1000)
  const { stream } = await caller.data(statement.upload, {
    account,
    name: 'mutasi.csv',
    content: file.toString('base64'),
  })
  await app.settle()
  return fileOf(caller, stream.slice('bankStatement/'.length))
}

export const fileOf = async (caller: Caller, id: string): Promise<statement.BankFile> =>
  (await caller.data(statement.files, {})).files.find((one) => one.id === id)!

/** Uploads a file and confirms it; answers its id. */
export const takeIn = async (app: TestApp, caller: Caller, account: string, file: Buffer) => {
  const { id, version, words } = await uploadTo(app, caller, account, file)
  if (words) throw new Error(words)
  await caller.data(statement.confirm, { id, version })
  await app.settle()
  return id
}
