import { addDays, businessDay, dayStart } from '../../machines/calendar.ts'
import { request } from '../../services/backtest.ts'
import { applicationsOf } from '../backtest/page.ts'
import { beginRun } from '../backtest/run.ts'
import { rulesOf } from '../risk/versions.ts'
import type { Server } from '../server.ts'

const wanted = { ruleSet: '2', edition: 1, against: null, most: 100_000 }
// Longer than the simulated lender's history.
const days = 180

/** Requests a backtest of the newest draft in its editor's name. The server runs it once it is started. */
export const makeBacktest = async ({ db, store, clock }: Server, staff: readonly string[]): Promise<void> => {
  const at = clock.now()
  const content = await rulesOf({ db, store }).contentOf(wanted.ruleSet)
  const period = { ...wanted, from: dayStart(addDays(businessDay(at), -days)), to: at }
  const applications = await applicationsOf(db, period)
  if (!content || applications === 0) return
  const id = 'demo'
  await store.send({
    stream: `backtest/${id}`,
    event: { type: 'backtestRequested', by: staff[1]!, at, ...period, applications },
    via: request.interface,
    key: `demo backtest/${id}`,
    writes: (tx) => beginRun(tx, id, { now: content, against: null }),
  })
}
