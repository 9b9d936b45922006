import { type Actor, type Offer, offers } from '../../machines/kernel.ts'
import type { Subject } from './subject.ts'

/** What this person may do with it; where no rule that an offer is judged by reads the clock, a subject says no time. */
export const offersOn = ({ process, state, at = 0, limits }: Subject, actor: Actor): Offer[] =>
  offers(process.machine, state, actor, at, limits)
