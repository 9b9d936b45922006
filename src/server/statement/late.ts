import { addDays, businessDay, dayStart } from '../../machines/calendar.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { creditTargets } from './credits.ts'
import { looseLines, opened } from './found.ts'

/** A booked repayment in rupiah, and when it came. */
type Booked = { txid: string; amount: number; at: number }

/** Matches a repayment booked from elsewhere with the line that brought the money earlier, if there is one. */
export const tieLateLine = ({ db, store, clock }: Pick<Server, 'db' | 'store' | 'clock'>, booked: Booked) =>
  againWhenTaken(async () => {
    const { txid, amount, at } = booked
    const day = businessDay(at)
    const lines = await looseLines(db)
      .where('statement_line.direction', '=', 'credit')
      .where('statement_line.amount', '=', amount)
      .where('statement_line.booked_at', '>=', dayStart(addDays(day, -1)))
      .where('statement_line.booked_at', '<', dayStart(addDays(day, 2)))
      .orderBy('statement_line.booked_at')
      .execute()
    const found = [...(await creditTargets(db, lines.map(opened)))].filter(([, { recorded }]) => recorded === txid)
    const match = found.find(([, { how }]) => how === 'txid') ?? found[0]
    if (!match) return
    const [line, { reads, ...target }] = match
    const event = { type: 'lineMatched', by: 'SYS', at: clock.now(), ...target } as const
    const key = `late ${line.id} ${txid}`
    try {
      await store.send({ stream: `statementLine/${line.id}`, event, via: 'SYS', key, request: '', reads })
    } catch (error) {
      // Somebody acted on the line first: their match stands.
      if (!(error instanceof Refused) || error.code !== 422) throw error
    }
  })
