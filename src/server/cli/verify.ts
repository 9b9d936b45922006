import { verify } from '../verify.ts'
import { printed } from './printed.ts'
import { runOn } from './run.ts'

await runOn(async (db) => {
  const { events, entries, problems, more } = await verify(db, printed())
  for (const problem of problems) console.log(problem)
  console.log(
    `${events} events and ${entries} audit entries read, ${more ? 'more than ' : ''}${problems.length} problems.`,
  )
  return problems.length === 0
})
