import { rebuild } from '../maintenance/rebuild.ts'
import { printed } from './printed.ts'
import { runOn } from './run.ts'

await runOn(
  async (db) => {
    const { streams, events } = await rebuild(db, printed())
    console.log(`Rebuilt ${streams} streams and every list from ${events} events.`)
    return true
  },
  {},
  { asOwner: true },
)
