import { businessDay } from '../../machines/calendar.ts'
import { randomOf } from '../kit/random.ts'
import { Refused } from '../kit/refused.ts'
import { termsOn, virtualAccountOf } from '../loan/openLoan.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import type { Lender } from './catalogue.ts'
import { loanStoryOf } from './loanStory.ts'

const mostInABatch = 400

/** The rates of the simulated lender's products, in force before its first payout. */
export const rates = [
  { product: 'KILAT', interest: 30, earlyFee: 20, lateFee: 30 },
  { product: 'CICIL', interest: 20, earlyFee: 15, lateFee: 25 },
].map((rate) => ({ ...rate, from: '2020-01-01', every: 30, lateFrom: 8, feeDays: 90, cap: 10_000 }))

/** Makes the loans of the orders whose payout arrived, up to now and in order of time. */
export const makeLoans = async (server: Server, { staff }: Lender): Promise<void> => {
  const { db, store, clock } = server
  const now = clock.now()
  const desk = {
    finance: staff.finance![0]!,
    checker: staff.financeChecker![0]!,
    lead: staff.collectionLead![0]!,
  }
  const random = randomOf('loket loans')
  const told: Command[] = []
  for (const order of await arrived(server)) {
    const { order_no: orderNo, person, app, channel, product, payout, at } = order
    if (at > now) continue
    const terms = await termsOn(server, product, {
      principal: order.proposed_amount!,
      arrived: order.arrived,
      handlingFee: order.handling_fee,
      term: order.proposed_term!,
      day: businessDay(at),
    })
    const opening = {
      type: 'loanOpened' as const,
      by: 'SYS',
      at,
      orderNo,
      terms,
      order: { person, app, channel, product, payout, virtualAccount: virtualAccountOf(orderNo) },
    }
    const collector = random.pick(staff.collector!)
    for (const command of loanStoryOf(opening, { ...desk, collector }, random.fork(orderNo))) {
      if (command.event.at > now) break
      told.push(command)
    }
  }
  told.sort((one, other) => one.event.at - other.event.at)
  for (let from = 0; from < told.length; from += mostInABatch) {
    const outcomes = await store.append(told.slice(from, from + mostInABatch))
    const refused = outcomes.find((result) => result instanceof Refused)
    if (refused) throw refused
  }
  // The loans are open, so their jobs are done.
  await db.sql.deleteFrom('es_effect').where('name', '=', 'openLoan').execute()
}

/** Reads the orders whose payout arrived, each with its transaction id, amount and instant. */
const arrived = ({ db }: Server) =>
  db.sql
    .selectFrom('payout_arrival')
    .innerJoin('approval', 'approval.order_no', 'payout_arrival.order_no')
    .selectAll('approval')
    .select(['txid as payout', 'payout_arrival.amount as arrived', 'arrived_at as at'])
    .where('returned_at', 'is', null)
    .orderBy('approval.order_no')
    .execute()
