import type { Actor } from '../../machines/kernel.ts'
import { offersOn } from '../detail/command/offers.ts'
import type { Subject } from '../detail/command/subject.ts'

/** The events that the chart offers for every subject now, with no guard against them. */
export const offeredToAll = (subjects: readonly Subject[], events: readonly string[], actor: Actor): string[] =>
  subjects.reduce<string[]>(
    (left, subject) => {
      if (left.length === 0) return left
      const free = offersOn(subject, actor).filter(({ reason }) => reason === undefined)
      return left.filter((event) => free.some((offer) => offer.event === event))
    },
    [...events],
  )
