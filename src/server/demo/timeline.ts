import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'

/** Its commands in order of time. An instant (epoch ms) says that nothing happens before it; the next commands are of it. */
export type Timed = AsyncGenerator<Command | number, void, void>
export type Timeline = { add: (story: Timed) => void; run: () => Promise<Command[]> }

type Waiting = { at: number; nth: number; story: Timed }
const isBefore = (one: Waiting, other: Waiting) => one.at < other.at || (one.at === other.at && one.nth < other.nth)

/** The waiting stories, as a binary heap with the earliest on top. */
const createHeap = () => {
  const all: Waiting[] = []
  const swap = (one: number, other: number) => ([all[one], all[other]] = [all[other]!, all[one]!])
  const push = (waiting: Waiting) => {
    let index = all.push(waiting) - 1
    for (let above = (index - 1) >> 1; index > 0 && isBefore(all[index]!, all[above]!); above = (index - 1) >> 1) {
      swap(index, above)
      index = above
    }
  }
  const pop = (): Waiting | undefined => {
    const top = all[0]
    const last = all.pop()
    if (all.length === 0 || last === undefined) return top
    all[0] = last
    for (let index = 0; ;) {
      const [left, right] = [2 * index + 1, 2 * index + 2]
      const below = right < all.length && isBefore(all[right]!, all[left]!) ? right : left
      if (below >= all.length || !isBefore(all[below]!, all[index]!)) return top
      swap(index, below)
      index = below
    }
  }
  return { push, pop }
}

/**
 * Tells stories beside each other up to an instant, so that each finds what the others share as it is at its own time.
 * A story may add others while it is told.
 */
export const createTimeline = (until: number): Timeline => {
  const waiting = createHeap()
  let nth = 0
  let now = 0
  const wait = (story: Timed, at: number) => {
    nth += 1
    if (at <= until) waiting.push({ at, nth, story })
  }
  const run = async () => {
    const told: Command[] = []
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      now = Math.max(now, next.at)
      for (;;) {
        const { value, done } = await next.story.next()
        if (done) break
        if (typeof value === 'number') {
          wait(next.story, value)
          break
        }
        told.push(value)
      }
    }
    return told.toSorted((one, other) => one.event.at - other.event.at)
  }
  return { add: (story) => wait(story, now), run }
}

// Commands of one stream are never in one transaction, so it takes many commands to fill each transaction.
const mostAtOnce = 4000

/** Stores what stories told. Throws the first refusal. */
export const storeAll = async ({ store }: Pick<Server, 'store'>, told: readonly Command[]): Promise<void> => {
  for (let from = 0; from < told.length; from += mostAtOnce) {
    const refused = (await store.append(told.slice(from, from + mostAtOnce))).find((one) => one instanceof Refused)
    if (refused) throw refused
  }
}
