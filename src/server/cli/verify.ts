import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { businessDay } from '../../machines/calendar.ts'
import { parseChainHeads } from '../maintenance/chainHeads.ts'
import { verify } from '../maintenance/verify.ts'
import { printed } from './printed.ts'
import { fail, runOn } from './run.ts'

const options = { head: { type: 'string' } } as const

const keptHeads = () => {
  const { head } = parseArgs({ options }).values
  if (head === undefined) return undefined
  return parseChainHeads(existsSync(head) ? readFileSync(head, 'utf8') : head)
}

try {
  const kept = keptHeads()
  await runOn(async (db) => {
    const { events, entries, problems, more, forbidden } = await verify(db, printed(), kept)
    for (const problem of problems) console.log(problem)
    for (const { event, rule, times, since, until, stream } of forbidden)
      console.log(
        `No problem: the rule ${rule} would refuse ${event} today. It stands ${times} times in the log, ` +
          `from ${businessDay(since)} (${stream}) to ${businessDay(until)}.`,
      )
    console.log(
      `${events} events and ${entries} audit entries read, ${more ? 'more than ' : ''}${problems.length} problems.`,
    )
    return problems.length === 0
  }, options)
} catch (error) {
  fail(error)
}
