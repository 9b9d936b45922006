import { fromPromise, setup } from 'xstate'

type ConnectionEvent =
  /** The browser says that it has no network, or a call got no answer. */
  | { type: 'missed' }
  /** A call was answered, or the browser has a network again. */
  | { type: 'answered' }

/** Whether the server can be reached. While it cannot, nothing is sent by hand; it is asked again until it answers. */
export const connectionMachine = setup({
  types: { events: {} as ConnectionEvent },
  actors: {
    /** Rejects while nobody answers. */
    probe: fromPromise<unknown>(() => Promise.reject(new Error('not provided'))),
  },
  actions: { tellMissed: () => {}, tellRecovered: () => {} },
  delays: { patience: 3000 },
}).createMachine({
  id: 'connection',
  initial: 'online',
  states: {
    online: { on: { missed: 'doubtful' } },

    // One call that broke is no outage, but somebody may have waited for it.
    doubtful: {
      on: { answered: { target: 'online', actions: 'tellMissed' } },
      invoke: { src: 'probe', onDone: { target: 'online', actions: 'tellMissed' }, onError: 'offline' },
    },

    offline: {
      on: { answered: { target: 'online', actions: 'tellRecovered' } },
      initial: 'waiting',
      states: {
        waiting: { after: { patience: 'probing' } },
        probing: {
          invoke: {
            src: 'probe',
            onDone: { target: '#connection.online', actions: 'tellRecovered' },
            onError: 'waiting',
          },
        },
      },
    },
  },
})
