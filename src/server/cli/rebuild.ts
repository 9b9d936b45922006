import { rebuild } from '../rebuild.ts'
import { runOn } from './run.ts'

await runOn(async (db) => {
  const { streams, events } = await rebuild(db)
  console.log(`Rebuilt ${streams} streams and every list from ${events} events.`)
  return true
})
