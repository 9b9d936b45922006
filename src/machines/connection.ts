import { fromPromise, setup } from 'xstate'

type ConnectionEvent =
  /** A call got no answer. */
  | { type: 'missed' }
  /** The browser says that it has no network, or has one again. */
  | { type: 'networkLost' }
  | { type: 'networkCame' }

/**
 * Whether the server can be reached. While it cannot, nothing is sent by hand; it is asked again until it answers. Only a probe
 * tells: a call that began before an outage may be answered in the midst of it.
 */
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
    online: { on: { missed: 'doubtful', networkLost: 'withoutNetwork' } },

    // One call that broke is no outage, but somebody may have waited for it.
    doubtful: {
      invoke: {
        src: 'probe',
        onDone: { target: 'online', actions: 'tellMissed' },
        onError: { target: 'offline', actions: 'tellMissed' },
      },
    },

    // A server on this very machine answers all the same; another may answer once more while the network goes.
    withoutNetwork: {
      on: { networkCame: 'online', missed: '.probing' },
      initial: 'probing',
      states: {
        probing: { invoke: { src: 'probe', onDone: 'waiting', onError: '#connection.offline' } },
        waiting: { after: { patience: 'probing' } },
      },
    },

    offline: {
      on: { networkCame: '.probing' },
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
