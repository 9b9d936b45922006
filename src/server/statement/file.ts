import { randomBytes } from 'node:crypto'
import { open, seal } from '../customers/vault.ts'
import type { Flaw, ReadStatement, StagedLine } from '../files/statement.types.ts'
import { split } from './sen.ts'

/**
 * The findings on a file: the place that its reason refers to, its flaws up to a limit, and the numbers of other accounts
 * in it.
 */
export type Findings = {
  where: Readonly<Record<string, string | number>>
  flaws: readonly Flaw[]
  others?: readonly string[]
}

export const newKey = () => randomBytes(32)

export const sealContent = (key: Uint8Array, id: string, content: Uint8Array) => seal(key, `${id} content`, content)
export const openContent = (key: Uint8Array, id: string, content: Uint8Array) => open(key, `${id} content`, content)

export const sealFindings = (key: Uint8Array, id: string, findings: Findings) =>
  seal(key, `${id} findings`, Buffer.from(JSON.stringify(findings)))
export const openFindings = (key: Uint8Array, id: string, findings: Uint8Array | null): Findings =>
  findings ? (JSON.parse(open(key, `${id} findings`, findings).toString()) as Findings) : { where: {}, flaws: [] }

/** Opens the bank's text on a movement; '' when the file's key was destroyed. */
export const openInfo = (key: Uint8Array | null, id: string, place: number, info: Uint8Array): string =>
  key ? open(key, `${id}/${place}`, info).toString() : ''

/** Makes the row of a movement that was left out of a file. */
export const pendingRowOf = (
  key: Uint8Array,
  statement: string,
  place: number,
  { day, direction, amount, info }: ReadStatement['pending'][number],
) => ({
  statement,
  place,
  day,
  direction,
  amount: split(amount).whole,
  amount_sen: split(amount).sen,
  info: `\\x${seal(key, pendingAt(statement, place), Buffer.from(info)).toString('hex')}`,
  state: 'waiting',
})
export const openPendingInfo = (key: Uint8Array | null, statement: string, place: number, info: Uint8Array): string =>
  key ? open(key, pendingAt(statement, place), info).toString() : ''

const pendingAt = (statement: string, place: number) => `${statement}/pending/${place}`

/** Makes the row of a file's line for `jsonb_populate_recordset`. The bank's text, which names people, is sealed. */
export const rowOf = (key: Uint8Array, statement: string, place: number, line: StagedLine) => ({
  statement,
  place,
  txid: line.txid,
  day: line.day,
  booked_at: line.at,
  direction: line.direction,
  amount: split(line.amount).whole,
  amount_sen: split(line.amount).sen,
  before: split(line.before).whole,
  before_sen: split(line.before).sen,
  after: split(line.after).whole,
  after_sen: split(line.after).sen,
  info: `\\x${seal(key, `${statement}/${place}`, Buffer.from(line.info)).toString('hex')}`,
})
