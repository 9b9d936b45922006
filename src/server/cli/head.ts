import { chainHeadsOf } from '../maintenance/chainHeads.ts'
import { runOn } from './run.ts'

await runOn(async (db) => {
  console.log(JSON.stringify(await chainHeadsOf(db)))
  return true
})
