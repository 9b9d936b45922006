import { randomBytes } from 'node:crypto'
import type { Account } from '../channels/bank.ts'
import { open, seal } from '../customers/vault.ts'
import type { Tx } from '../store/command.ts'

/** Stores the destination account of a withdrawal, sealed with a key of its own. */
export const keepCard = (tx: Tx, txid: string, card: Account) => {
  const key = randomBytes(32)
  const data = seal(key, `${txid} card`, Buffer.from(JSON.stringify(card)))
  return tx.insertInto('withdrawal_card').values({ txid, key, data }).execute()
}

export const openCard = ({ txid, key, data }: { txid: string; key: Uint8Array; data: Uint8Array }) =>
  JSON.parse(open(key, `${txid} card`, data).toString()) as Account
