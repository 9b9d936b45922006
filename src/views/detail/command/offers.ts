import { type Actor, type Offer, offers } from '../../../machines/kernel.ts'
import type { Subject } from './subject.ts'

/** The chart's offers to the actor. `at` is the server's time; 0 where no guard of the chart reads it. */
export const offersOn = ({ process, state, at = 0, limits }: Subject, actor: Actor): Offer[] =>
  offers(process.machine, state, actor, at, limits)
