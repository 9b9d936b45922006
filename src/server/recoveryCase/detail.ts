import { leftOf, sum } from '../../machines/allocation.ts'
import { addDays, businessDay } from '../../machines/calendar.ts'
import { usualCollection } from '../../machines/collectionStages.ts'
import type { Fact } from '../../machines/kernel.ts'
import { ledgerOn } from '../../machines/ledger.ts'
import { bookOf, type Loan } from '../../machines/loan.facts.ts'
import { openPromise } from '../../machines/recoveryCase.facts.ts'
import * as recoveryCase from '../../services/recoveryCase.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'
import { stepOf } from '../staff/steps.ts'
import { factOf } from '../store/events.ts'
import { recoveryCaseLists } from './lists.ts'

/** The unpaid rupiah, by part, of the instalments due by a day, or by the case's due day where that is later. */
const dueOn = (loan: Loan, due: string, day: string) => {
  const lines = ledgerOn(bookOf(loan), day).lines.filter((line) => line.due <= day || line.due <= due)
  const left = (part: 'principal' | 'interest' | 'fee') => sum(lines.map((line) => leftOf(line[part])))
  return { principal: left('principal'), interest: left('interest'), fee: left('fee') }
}

/** Serves one order's case with its history and promises, and what is owed today. */
export const recoveryCaseDetail = (server: Server) => {
  const { db, store, handle } = server
  const { ofOrder } = recoveryCaseLists(server)

  handle(recoveryCase.detail, async ({ orderNo }, call) => {
    const stream = `recoveryCase/${orderNo}` as const
    const today = businessDay(call.now)
    // Read before the history, so that the history holds every event that led to this state.
    const { version, context } = await store.state(stream)
    const history = (await store.history(stream)).slice(0, version)
    const facts = history.map((event): Fact & { holder?: string } => factOf(event))
    const names = await staffNames(db, [
      ...history.map(({ actor }) => actor),
      ...context.promises.map(({ by }) => by),
      ...facts.map(({ holder }) => holder ?? null),
    ])
    const nameOf = (id: string) => names.get(id) ?? id
    const { horizon, heldBack, retainDays } = { ...usualCollection, ...context.rules }
    const promise = openPromise(context)
    const { context: loan } = await store.state(`loan/${orderNo}`)
    const partsThen = promise ? dueOn(loan, context.due, promise.day) : null
    return {
      today,
      row: (await ofOrder(orderNo)) ?? null,
      owedThen: partsThen && sum(Object.values(partsThen)),
      partsThen,
      lastPromise: addDays(today, horizon),
      firstHold: addDays(today, -heldBack),
      lastRetained: addDays(today, retainDays),
      history: history.map((event, nth) => {
        const step = stepOf(event, names)
        const { holder } = facts[nth]!
        return holder === undefined ? step : { ...step, details: { ...step.details, holderName: nameOf(holder) } }
      }),
      promises: context.promises.map(({ amount, day, madeOn, paid, outcome, by, waitsUntil }) => ({
        amount,
        day,
        madeOn,
        paid,
        outcome: outcome ?? ('open' as const),
        byName: nameOf(by),
        waitsUntil: outcome === null ? (waitsUntil ?? null) : null,
      })),
    }
  })
}
