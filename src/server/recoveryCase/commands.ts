import { addDays, businessDay } from '../../machines/calendar.ts'
import { usualCollection } from '../../machines/collectionStages.ts'
import { refusal } from '../../machines/kernel.ts'
import { ledgerOn, leftOn } from '../../machines/ledger.ts'
import { bookOf } from '../../machines/loan.facts.ts'
import type { RecoveryCaseEvent } from '../../machines/recoveryCase.facts.ts'
import { recoveryCaseMachine } from '../../machines/recoveryCase.ts'
import * as recoveryCase from '../../services/recoveryCase.ts'
import { collectorsOf, readsOf } from '../collector/people.ts'
import { attemptBy, attemptOrRefuse, recordOutcome } from '../contact/ofStaff.ts'
import { overdueOf } from '../contact/overdue.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { badInput } from '../kit/inputIssues.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { type Call, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import type { Tx } from '../store/command.ts'
import { hearAttempt, heardAs } from './hearAttempt.ts'
import { recoveryCaseLists } from './lists.ts'
import { receivedToday } from './received.ts'
import { booksStatements } from './statements.ts'
import { proposedFor, waitingCases } from './waiting.ts'

type OfOrder = { orderNo: string; version: number }
type OutcomeEvent = Extract<RecoveryCaseEvent, { type: 'outcomeNoted' | 'visited' }>

/** The lists of cases, and the commands of collectors and their lead. */
export const recoveryCaseHandlers = (server: Server) => {
  const { db, store, handle } = server
  const { page, count } = recoveryCaseLists(server)
  handle(recoveryCase.list, page)
  handle(recoveryCase.count, count)
  handle(recoveryCase.mine, (body, call) => page({ sort: 'urgency', ...body, holder: call.by }, call))
  handle(recoveryCase.mineCount, (body, call) => count({ ...body, holder: call.by }, call))
  const waiting = waitingCases(server)
  handle(recoveryCase.waiting, waiting.page)
  handle(recoveryCase.waitingCount, waiting.count)
  handle(recoveryCase.holders, async (_body, { now, staff }) => {
    const holders = await collectorsOf(db, businessDay(now))
    return {
      holders: holders
        .filter(({ company }) => staff.company === undefined || company === staff.company)
        .map(({ id, name, company, holds }) => ({ id, name, company, holds })),
    }
  })

  const caseOf = ({ orderNo }: Pick<OfOrder, 'orderNo'>) => store.existing(`recoveryCase/${orderNo}`)

  const { command, send } = commandsOf(server, 'recoveryCase', ({ orderNo }: { orderNo: string }) => orderNo)

  const collector = async ({ holder }: { holder: string }, call: Pick<Call<unknown>, 'language' | 'now'>) => {
    const able = await collectorsOf(db, businessDay(call.now))
    const found = able.find(({ id }) => id === holder)
    if (!found) throw badInput([{ field: 'holder', reason: 'choice' }], call.language)
    return { holder, company: found.company, reads: readsOf(found) }
  }
  type Chosen = Awaited<ReturnType<typeof collector>>
  // Apart from what the system gives the same collector at this moment, which counts the cases that they hold.
  const give = (body: OfOrder, call: Call<unknown>, type: 'dispatched' | 'reassigned', choice: () => Promise<Chosen>) =>
    againWhenTaken(async () => {
      const { reads, ...chosen } = await choice()
      return send(body, call, { type, ...stamp(call), ...chosen }, { apart: chosen.holder, reads })
    })
  handle(recoveryCase.dispatch, (body, call) =>
    give(body, call, 'dispatched', async () =>
      body.holder === recoveryCase.asProposed ? proposedFor(server, await caseOf(body)) : collector(body, call),
    ),
  )
  handle(recoveryCase.reassign, (body, call) => give(body, call, 'reassigned', () => collector(body, call)))
  command(recoveryCase.recall, 'recalled')
  handle(recoveryCase.retain, async (body, call) => {
    const { context } = await caseOf(body)
    const { holder, orderNo, rules } = context
    const { retainDays: longest, retainMost: cap } = { ...usualCollection, ...rules }
    const retainedOf = (sql: Pick<Tx, 'selectFrom'>) =>
      sql
        .selectFrom('recovery_case')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('phase', '=', 'open')
        .where('holder', '=', holder)
        .where('retained_until', 'is not', null)
        .where('order_no', '!=', orderNo)
        .executeTakeFirstOrThrow()
    const { count: retains } = await retainedOf(db.sql)
    const event = { type: 'retained' as const, ...stamp(call), until: body.until, longest, retains, cap }
    return send(body, call, event, {
      apart: holder!,
      // Counts again under the log's lock: another case of the holder may be retained at this moment.
      writes: async (tx) => {
        if ((await retainedOf(tx)).count >= cap) throw new Refused(409, 'errors:stale')
      },
    })
  })
  command(recoveryCase.callBack, 'callBackSet', async ({ orderNo, day }) => ({
    day,
    horizon: (await caseOf({ orderNo })).context.rules!.horizon,
  }))

  handle(recoveryCase.contact, async (body, call) => {
    const { orderNo, channel, version } = body
    const told = { orderNo, by: call.by, attempt: call.key, channel }
    const heard = await store.answered(heardAs(told))
    if (heard) return heard
    const state = await caseOf(body)
    const event = { type: 'contacted' as const, ...stamp(call), attempt: call.key, channel }
    const isTaken = state.version === version && !refusal(recoveryCaseMachine, state, event, call.via)
    // A refused command must not count as an attempt.
    if (!isTaken) return send(body, call, event)
    await attemptOrRefuse(server, state.context.order!.person, call, {
      purpose: 'collection',
      channel,
      whom: 'self',
      order: orderNo,
      overdue: await overdueOf(server, orderNo, call.now),
      ...(await attemptBy(server, call.staff, orderNo)),
    })
    return hearAttempt(server, told)
  })

  /** Stores what came of the last attempt, on the case and in the person's record. */
  const noteOutcome = async (body: OfOrder, call: Call<unknown>, event: OutcomeEvent) => {
    const { context } = await caseOf(body)
    const answer = await send(body, call, event)
    const { attempt } = context.contact!
    await recordOutcome(server, context.order!.person, call, { attempt, outcome: event.outcome })
    return answer
  }
  handle(recoveryCase.noteOutcome, (body, call) =>
    noteOutcome(body, call, { type: 'outcomeNoted', ...stamp(call), outcome: body.outcome }),
  )
  handle(recoveryCase.visit, (body, call) =>
    noteOutcome(body, call, { type: 'visited', ...stamp(call), outcome: body.outcome, proof: body.proof }),
  )

  handle(recoveryCase.promise, async (body, call) => {
    const { orderNo, amount, day } = body
    const { context } = await caseOf(body)
    const stream = `loan/${orderNo}` as const
    const loan = await store.existing(stream)
    const today = businessDay(call.now)
    const owed = leftOn(ledgerOn(bookOf(loan.context), day > today ? day : today))
    const { horizon, grace, statementDays: longest } = { ...usualCollection, ...context.rules! }
    const paidToday = receivedToday(loan.context, call.now)
    const statementDays = (await booksStatements(server, today)) ? longest : 0
    const terms = { amount, day, owed, horizon, grace, paidToday, statementDays }
    const event = { type: 'promised' as const, ...stamp(call), ...terms }
    return send(body, call, event, { reads: [{ stream, version: loan.version }] })
  })

  handle(recoveryCase.hold, async (body, call) => {
    const { reason, from, until } = body
    const { heldBack } = (await caseOf(body)).context.rules!
    return send(body, call, { type: 'held', ...stamp(call), reason, from, until, heldBack })
  })
  command(recoveryCase.liftHold, 'holdLifted')

  handle(recoveryCase.complain, async (body, call) => {
    const { topic, channel, words, hold = 'none' } = body
    const complaint = { topic, channel, words }
    if (hold === 'none') return send(body, call, { type: 'complained', ...stamp(call), ...complaint })
    const via = recoveryCase.hold.interface
    if (!call.staff.may(via)) throw new Refused(4030, 'errors:notPermitted')
    const from = businessDay(call.now)
    const { heldBack } = (await caseOf(body)).context.rules!
    const terms = { reason: 'dispute' as const, from, until: addDays(from, Number(hold) - 1), heldBack, complaint }
    return send(body, { ...call, via }, { type: 'held', ...stamp(call), ...terms })
  })
}
