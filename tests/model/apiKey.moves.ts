import { type ApiKey, type ApiKeyEvent, apiKeyMachine } from '../../src/machines/apiKey.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { apiKeyFacts } from '../machines/setting.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: ApiKeyEvent['type']; by: string }

export const apiKeyModel: Model<Move, ApiKey> = {
  name: 'apiKey',
  machine: apiKeyMachine,
  interfaces: interfacesOf(apiKeyMachine),
  moves: [
    { type: 'keyFound', by: 'SYS' },
    { type: 'keyMade', by: 'admin' },
    { type: 'keyRevoked', by: 'admin' },
  ],
  factOf: ({ type, by }, _, at, id): Fact => ({ ...apiKeyFacts[type], type, by: id(by), at }),
  happens: () => true,
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
