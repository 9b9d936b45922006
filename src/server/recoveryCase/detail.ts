import { leftOfLine, sum } from '../../machines/allocation.ts'
import { addDays, businessDay } from '../../machines/calendar.ts'
import { usualCollection } from '../../machines/collectionStages.ts'
import { ledgerOn } from '../../machines/ledger.ts'
import { bookOf, type Loan } from '../../machines/loan.facts.ts'
import { openPromise } from '../../machines/recoveryCase.facts.ts'
import * as recoveryCase from '../../services/recoveryCase.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'
import { stepOf } from '../staff/steps.ts'
import { recoveryCaseLists } from './lists.ts'

/** The unpaid rupiah of the instalments due by a day, or by the case's due day where that is later. */
const dueOn = (loan: Loan, due: string, day: string) => {
  const { lines } = ledgerOn(bookOf(loan), day)
  return sum(lines.filter((line) => line.due <= day || line.due <= due).map(leftOfLine))
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
    const names = await staffNames(db, [...history.map(({ actor }) => actor), ...context.promises.map(({ by }) => by)])
    const nameOf = (id: string) => names.get(id) ?? id
    const { horizon, heldBack, retainDays } = { ...usualCollection, ...context.rules }
    const promise = openPromise(context)
    const { context: loan } = await store.state(`loan/${orderNo}`)
    return {
      today,
      row: (await ofOrder(orderNo)) ?? null,
      owedThen: promise ? dueOn(loan, context.due, promise.day) : null,
      lastPromise: addDays(today, horizon),
      firstHold: addDays(today, -heldBack),
      lastRetained: addDays(today, retainDays),
      history: history.map((event) => stepOf(event, names)),
      promises: context.promises.map(({ amount, day, madeOn, paid, outcome, by }) => ({
        amount,
        day,
        madeOn,
        paid,
        outcome: outcome ?? ('open' as const),
        byName: nameOf(by),
      })),
    }
  })
}
