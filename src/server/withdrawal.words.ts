import type { State } from '../machines/kernel.ts'
import type { Withdrawal, WithdrawalEvent } from '../machines/withdrawal.facts.ts'
import type { ProviderWord } from './channels/payout.ts'
import { settings } from './settings.ts'

/** A transaction id of ours that no payout has: the day that it is of, and twelve digits of chance. */
export const withdrawalTxid = (day: string, id: string) => `WD${day.slice(2).replaceAll('-', '')}-${id.slice(-12)}`
export const isWithdrawal = (txid: string) => /^WD\d{6}-[0-9a-f]{12}$/.test(txid)

/** The withdrawals that a text names, also in capitals or with the line in them left out. */
export const withdrawalsIn = (text: string): string[] =>
  [...text.matchAll(/\bWD(\d{6})\W?([0-9a-f]{12})\b/gi)].map(([, day, id]) => `WD${day}-${id!.toLowerCase()}`)

/** What a provider's word is to a withdrawal; undefined when it says nothing new. */
export const withdrawalEventOf = (
  { value, context }: State<Withdrawal>,
  word: ProviderWord,
  now: number,
): WithdrawalEvent | undefined => {
  const said = { by: 'SYS', at: now } as const
  if (word.word === 'accepted')
    return value === 'sending'
      ? { ...said, type: 'withdrawalAccepted', answerTtl: settings.payoutAnswerTtl }
      : undefined
  if (context.status === word.word || context.contradiction?.word === word.word) return undefined
  // Told before it came back.
  if (word.word === 'succeeded' && context.paidAt !== null && word.at <= context.paidAt) return undefined
  if (context.status === 'succeeded' && word.word === 'bounced')
    return { ...said, type: 'withdrawalBounced', code: word.code }
  if (context.status !== 'sent' && context.status !== 'accepted')
    return { ...said, type: 'withdrawalContradicted', word: word.word, code: word.code }
  if (word.word === 'succeeded')
    return {
      ...said,
      type: 'withdrawalSucceeded',
      amount: word.amount,
      paidAt: Math.min(now, Math.max(context.sentAt!, word.at)),
    }
  return { ...said, type: 'withdrawalFailed', code: word.code }
}
