import type { Fact } from '../../src/machines/kernel.ts'
import { stateAfter } from '../kit/stateAfter.ts'
import { itself, leavesAfter, leavesIn, type Model, type Move, play, unborn } from './model.ts'
import type { System } from './walk.ts'

/** The chart alone: a move must lead where the chart says, and the stored events must replay to the same state. */
export const chartSystem = <M extends Move, Context>(model: Model<M, Context>): System<M> => {
  return {
    begin: async () => {
      let standing = unborn(model)
      const events: string[] = []
      return {
        step: async (move) => {
          const place = inWords(leavesAfter(model.machine, standing, move))
          const before = standing
          standing = play(model, before, move)
          events.push(JSON.stringify(model.factOf(move, before, standing.at, itself)))
          const facts = events.map((event) => JSON.parse(event) as Fact)
          return {
            expected: { place, state: standing.state },
            seen: { place: inWords(leavesIn(standing).toSorted()), state: stateAfter(model.machine, facts) },
          }
        },
      }
    },
    close: async () => {},
  }
}

/** The place as text; a parallel chart has one per region. */
const inWords = (leaves: readonly string[]) => leaves.join(' | ')
