import type { CollectionGroup } from '../../src/machines/collectionGroup.ts'
import { commands } from '../../src/services/collectionGroup.ts'
import { collectionGroupModel, type Move } from './collectionGroup.moves.ts'
import { formInput } from './formInput.ts'
import type { Driver, Process } from './office.ts'

let nth = 0

/** Groups that are made and changed, each path with names of its own. */
export const collectionGroupProcess = (): Process<Move, CollectionGroup> & { nth: () => number } => {
  const driver: Driver<Move, CollectionGroup> = {
    factOf: (move, standing, at, id) => {
      const fact = collectionGroupModel.factOf(move, standing, at, id)
      return 'name' in fact ? Object.assign(fact, { name: `${String(fact.name)} ${nth}` }) : fact
    },
    begin: async () => {
      nth += 1
      return new Map()
    },
    ask: async ({ type }, { version, stream, fact }) => {
      // The call always creates another group, so it cannot be repeated on this one.
      if ((type === 'groupCreated') === (stream !== undefined)) return undefined
      const input = formInput(collectionGroupModel, fact())
      return {
        endpoint: commands[type],
        body: {
          version,
          ...(stream && { id: stream.slice('collectionGroup/'.length) }),
          ...input,
          ...('days' in input && { days: (input.days as number[]).map(String) }),
        },
      }
    },
  }
  return { model: collectionGroupModel, driver, nth: () => nth }
}
