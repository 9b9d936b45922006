import { documentKinds } from '../../services/customer.ts'
import { type Random, randomOf } from '../kit/random.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import type { Lender } from './catalogue.ts'
import { pictureVariants, samplePicture } from './pictures.ts'
import { inProcess } from './providers.ts'
import { type Cast, type Known, type Story, storyOf } from './story.ts'

const day = 86_400_000
// Long enough for the first instalments to be overdue beyond the write-off limit.
const span = 150 * day
const mostInABatch = 400

/**
 * Makes months of applications from one seed, up to an instant, and answers the customers. It goes day by day, so that
 * log positions follow time as in a real lender.
 */
export const makeOrders = async (
  server: Server,
  lender: Lender,
  { count, until, pictures }: { count: number; until: number; pictures: boolean },
): Promise<Known[]> => {
  if (count === 0) return []
  const now = server.clock.now()
  const random = randomOf('loket orders')
  const cast: Cast = { lender, known: [], pictures: pictures ? await drawn() : new Map(), providers: inProcess() }
  const starts = Array.from({ length: count }, () => startOf(random, now)).toSorted((one, other) => one - other)
  let waiting = starts.map((at, index) => ({
    at,
    story: storyOf(server, cast, random.fork(`order ${index}`), at, index),
  }))
  let next: { story: Story; command: Command }[] = []

  for (let end = starts[0]! + day; waiting.length + next.length > 0; end += day) {
    const begun = waiting.filter(({ at }) => at < end)
    waiting = waiting.filter(({ at }) => at >= end)
    for (const { story } of begun) next.push(...(await advance(story, until)))
    for (;;) {
      const due = next.filter(({ command }) => command.event.at < end)
      if (due.length === 0) break
      next = next.filter(({ command }) => command.event.at >= end)
      due.sort((one, other) => one.command.event.at - other.command.event.at)
      for (let from = 0; from < due.length; from += mostInABatch) {
        const batch = due.slice(from, from + mostInABatch)
        const outcomes = await server.store.append(batch.map(({ command }) => command))
        const refused = outcomes.find((result) => result instanceof Refused)
        if (refused) throw refused
        for (const { story } of batch) next.push(...(await advance(story, until)))
      }
    }
  }
  return cast.known
}

/** A story's next command. A command after the end leaves the order as it is. */
const advance = async (story: Story, until: number) => {
  const { value: command } = await story.next()
  return command && command.event.at <= until ? [{ story, command }] : []
}

/** A random start of an application: a quarter of them in the last week, so that the queues are full. */
export const startOf = (random: Random, now: number) =>
  now - Math.floor(random.chance(0.25) ? random.next() * 7 * day : 7 * day + random.next() * (span - 7 * day))

const drawn = async () => {
  const pictures = new Map<string, Buffer>()
  for (const kind of documentKinds) {
    for (let variant = 0; variant < pictureVariants; variant += 1) {
      pictures.set(`${kind} ${variant}`, await samplePicture(kind, variant))
    }
  }
  return pictures
}
