import { type Actor, offers } from '../../machines/kernel.ts'
import type { Subject } from '../detail/subject.ts'

/** Those of these events that the chart offers each of the subjects now, with no rule in the way. */
export const offeredToAll = (subjects: readonly Subject[], events: readonly string[], actor: Actor): string[] =>
  subjects.reduce<string[]>(
    (left, { process, state }) => {
      if (left.length === 0) return left
      const free = offers(process.machine, state, actor, 0).filter(({ reason }) => reason === undefined)
      return left.filter((event) => free.some((offer) => offer.event === event))
    },
    [...events],
  )
