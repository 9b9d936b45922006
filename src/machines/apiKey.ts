import { assign, setup } from 'xstate'
import type { Fact, TransitionMeta } from './kernel.ts'

type Did<Type extends string> = Fact & { type: Type }
export type ApiKeyEvent = Did<'keyFound' | 'keyMade' | 'keyRevoked'>

export type ApiKey = {
  madeBy: string | null
  madeAt: number | null
  revokedBy: string | null
  revokedAt: number | null
}

/**
 * An API key of a customer's app. Its name is the stream's name. The key is never stored; its hash stands outside the
 * events.
 */
export const apiKeyMachine = setup({
  types: {} as { context: ApiKey; events: ApiKeyEvent; transitionMeta: TransitionMeta },
}).createMachine({
  id: 'apiKey',
  version: '1',
  initial: 'new',
  context: { madeBy: null, madeAt: null, revokedBy: null, revokedAt: null },
  states: {
    new: {
      tags: 'way',
      on: {
        keyFound: { target: 'active' },
        keyMade: {
          target: 'active',
          meta: { interface: 'apiKey.make' },
          actions: assign(({ event }) => ({ madeBy: event.by, madeAt: event.at })),
        },
      },
    },
    active: {
      tags: 'goal',
      on: {
        keyRevoked: {
          target: 'revoked',
          meta: { interface: 'apiKey.revoke', tone: 'danger' },
          actions: assign(({ event }) => ({ revokedBy: event.by, revokedAt: event.at })),
        },
      },
    },
    revoked: {},
  },
})
