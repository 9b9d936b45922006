import { addDays, businessDay } from '../../machines/calendar.ts'
import { usualCollection } from '../../machines/collectionStages.ts'
import { stateName } from '../../machines/kernel.ts'
import { ledgerOn, leftOn } from '../../machines/ledger.ts'
import { bookOf } from '../../machines/loan.facts.ts'
import { openPromise } from '../../machines/recoveryCase.facts.ts'
import * as placement from '../../services/placement.ts'
import { inForce } from '../inForce.ts'
import type { Server } from '../server.ts'
import { stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { placementLists } from './lists.ts'

/** The list, the placement of one order, and the commands of the lead and the checker. */
export const placementHandlers = (server: Server) => {
  const { db, store, handle } = server
  const { page, count, ofOrder } = placementLists(server)
  handle(placement.list, page)
  handle(placement.count, count)
  const longestAt = async (at: number) =>
    (await inForce(server, 'collectionRules', at))?.placementDays ?? usualCollection.placementDays

  handle(placement.ofOrder, async ({ orderNo }, { now }) => {
    const today = businessDay(now)
    return {
      placement: (await ofOrder(orderNo)) ?? null,
      today,
      last: addDays(today, await longestAt(now)),
    }
  })

  /** The order's debt now and the agency's fee, with the versions that they were read from. */
  const quoteOf = async (orderNo: string, company: string, now: number) => {
    const loan = await store.existing(`loan/${orderNo}`)
    const found = await store.state(`recoveryCase/${orderNo}`)
    const groups = await db.sql
      .selectFrom('collection_group')
      .select('commission')
      .where('state', '=', 'open')
      .where('company', '=', company)
      .execute()
    const rates = new Set(groups.map(({ commission }) => commission))
    return {
      app: loan.context.order!.app,
      found,
      quote: {
        balance: leftOn(ledgerOn(bookOf(loan.context), businessDay(now))),
        groups: groups.length,
        rate: rates.size > 1 ? null : ([...rates][0] ?? 0),
        caseOpen: typeof found.value === 'object',
      },
      reads: [
        { stream: `loan/${orderNo}` as const, version: loan.version },
        { stream: `recoveryCase/${orderNo}` as const, version: found.version },
      ],
    }
  }

  const { command, create, send } = commandsOf(server, 'placement', ({ orderNo }: { orderNo: string }) => orderNo)
  create(placement.propose, 'placementProposed', async ({ orderNo, company, until }, call) => {
    const { app, found, quote, reads } = await quoteOf(orderNo, company, call.now)
    const obstacles = {
      caseHeld: stateName(found.value).startsWith('open.held'),
      promiseOpen: quote.caseOpen && openPromise(found.context) !== undefined,
      paymentPending: await isPaymentPending(orderNo),
    }
    const facts = { orderNo, app, company, until, ...quote, ...obstacles, longest: await longestAt(call.now) }
    return { id: orderNo, facts, reads }
  })

  handle(placement.confirm, async (body, call) => {
    const { company, until } = (await store.existing(`placement/${body.orderNo}`)).context
    const { quote, reads } = await quoteOf(body.orderNo, company, call.now)
    const terms = { company, from: businessDay(call.now), until, ...quote }
    return send(body, call, { type: 'placementConfirmed', ...stamp(call), ...terms }, { reads })
  })
  command(placement.refuse, 'placementRefused', ({ reason }) => ({ reason }))
  command(placement.withdraw, 'placementWithdrawn')
  command(placement.recall, 'placementRecalled', async ({ orderNo }) => ({
    paymentPending: await isPaymentPending(orderNo),
  }))

  /** Whether a line of the bank's statement is about to be booked on the loan: the agency may have recovered it. */
  const isPaymentPending = async (orderNo: string) => {
    const line = await db.sql
      .selectFrom('statement_line')
      .select('id')
      .where('order_no', '=', orderNo)
      .where('state', 'in', ['proposed', 'matched'])
      .executeTakeFirst()
    return line !== undefined
  }
}
