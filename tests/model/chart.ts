import { type Fact, replay } from '../../src/machines/kernel.ts'
import { itself, type Model, type Move, placeOf, play, transitionOf, transitionsOf, unborn } from './model.ts'
import type { System } from './walk.ts'

/** The chart alone: a move leads where the chart says, and the events, as they are stored, tell the same again. */
export const chartSystem = <M extends Move, Context>(model: Model<M, Context>): System<M> => {
  const written = transitionsOf(model.machine)
  return {
    begin: async () => {
      let standing = unborn(model)
      const events: string[] = []
      return {
        step: async (move) => {
          const place = written.get(transitionOf(standing, move))
          const before = standing
          standing = play(model, before, move)
          events.push(JSON.stringify(model.factOf(move, before, standing.at, itself)))
          const facts = events.map((event) => JSON.parse(event) as Fact)
          return {
            expected: { place, state: standing.state },
            seen: { place: placeOf(standing), state: replay(model.machine, facts) },
          }
        },
      }
    },
    close: async () => {},
  }
}
