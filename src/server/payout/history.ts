import { businessDay } from '../../machines/calendar.ts'
import { blank, follow, type State } from '../../machines/kernel.ts'
import { lastAttempt, type Payout, type PayoutEvent } from '../../machines/payout.facts.ts'
import { payoutMachine } from '../../machines/payout.ts'
import type * as payout from '../../services/payout.ts'
import type { EventRow } from '../db/tables.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'
import { recordOf } from '../store/events.ts'

type Details = payout.PayoutStep['details']
/** The details of an event. An account is the version of the customer's record that holds it. */
type Told = Omit<Details, 'payee' | 'payeeBefore' | 'message'> & { account?: number; accountBefore?: number }

const sending = ({ attempts }: Payout, txid: string) => {
  const attempt = attempts.find((one) => one.txid === txid)
  return { txid, ...(attempt && { channel: attempt.channel }) }
}

/** The details of an event, completed from the state before it where the event alone does not explain itself. */
const toldBy = (event: PayoutEvent, before: Payout): Told => {
  switch (event.type) {
    case 'payoutOpened':
    case 'payoutReopened':
      return { amount: event.amount, channel: event.channel, account: event.personVersion }
    case 'payoutSubmitted':
      return { amount: event.amount }
    case 'payoutApproved': {
      const { channel, accountVersion } = before.proposal!
      return { amount: before.terms!.amount, channel, txid: event.txid, account: accountVersion }
    }
    case 'payoutRefused':
    case 'proofRefused':
      return { reason: event.reason }
    case 'payoutCancelled':
      return {}
    case 'payoutAccepted':
      return sending(before, event.txid)
    case 'payoutSucceeded':
      return { ...sending(before, event.txid), amount: event.amount, day: businessDay(event.paidAt) }
    case 'payoutFailed':
    case 'payoutBounced':
      return { ...sending(before, event.txid), code: event.code }
    case 'payoutContradicted':
      return { ...sending(before, event.txid), word: event.word, code: event.code }
    case 'noAnswer':
      return sending(before, lastAttempt(before)!.txid)
    case 'payoutRetried':
      return { channel: before.channel, evidence: event.evidence }
    case 'channelChanged':
      return { channelBefore: before.channel, channel: event.channel, evidence: event.evidence }
    case 'accountChanged':
      return { accountBefore: before.accountVersion, account: event.accountVersion, evidence: event.evidence }
    case 'paidProposed':
      return { ...sending(before, event.txid), day: event.day, evidence: event.evidence }
    case 'unpaidProposed':
      return { ...sending(before, event.txid), evidence: event.evidence }
    case 'payoutResolved': {
      const { txid, day } = before.proof!
      return { ...sending(before, txid), ...(day !== null && { day }) }
    }
    default:
      return event satisfies never
  }
}

const wordBehind: Partial<Record<PayoutEvent['type'], string>> = {
  payoutAccepted: 'accepted',
  payoutSucceeded: 'succeeded',
  payoutFailed: 'failed',
  payoutBounced: 'bounced',
}

/** Finds the provider's own message behind an event of one of an order's attempts. */
const messagesOf = async (db: Server['db'], orderNo: string) => {
  const rows = await db.sql
    .selectFrom('provider_word')
    .select(['txid', 'word', 'code', 'outcome', 'message'])
    .where('order_no', '=', orderNo)
    .where('outcome', 'in', ['taken', 'contradicts'])
    .where('message', '!=', '')
    .orderBy('first_at')
    .execute()
  return ({ type }: PayoutEvent, { txid, code, word = wordBehind[type] }: Told) =>
    rows.find(
      (row) =>
        row.txid === txid &&
        row.word === word &&
        (code === undefined || row.code === code) &&
        row.outcome === (type === 'payoutContradicted' ? 'contradicts' : 'taken'),
    )?.message
}

/** Lists the steps of an order's payout with their details; `payees` masks the accounts. */
export const payoutSteps = async (
  db: Server['db'],
  orderNo: string,
  events: readonly EventRow[],
  payees: (record: number) => payout.Payee,
): Promise<payout.PayoutStep[]> => {
  const messages = await messagesOf(db, orderNo)
  const names = await staffNames(
    db,
    events.map(({ actor }) => actor),
  )
  let state: State<Payout> = blank(payoutMachine)
  return events.map((row) => {
    const record = recordOf(row)
    const event = record.fact as PayoutEvent
    const { account, accountBefore, ...told } = toldBy(event, state.context)
    state = follow(payoutMachine, state, record)
    const message = messages(event, told)
    return {
      version: row.version,
      type: row.type,
      state: row.state,
      by: event.by,
      byName: names.get(event.by) ?? event.by,
      at: event.at,
      details: {
        ...told,
        ...(account !== undefined && { payee: payees(account) }),
        ...(accountBefore !== undefined && { payeeBefore: payees(accountBefore) }),
        ...(message !== undefined && { message }),
      },
    }
  })
}
