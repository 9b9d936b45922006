import { fromPromise, setup } from 'xstate'

type ConnectionEvent =
  /** A call received no answer. */
  | { type: 'missed' }
  /** The browser reports that the network went away or came back. */
  | { type: 'networkLost' }
  | { type: 'networkCame' }

/**
 * Whether the server is reachable. While it is not, no command is sent and a probe repeats until it succeeds. Only a
 * probe decides: a call that began before an outage may be answered during it.
 */
export const connectionMachine = setup({
  types: { events: {} as ConnectionEvent },
  actors: {
    /** Rejects while the server does not answer. */
    probe: fromPromise<unknown>(() => Promise.reject(new Error('not provided'))),
  },
  actions: { tellMissed: () => {}, tellRecovered: () => {} },
  delays: { patience: 3000 },
}).createMachine({
  id: 'connection',
  initial: 'online',
  states: {
    online: { on: { missed: 'doubtful', networkLost: 'withoutNetwork' } },

    // One failed call is not an outage, but a person may have waited for it.
    doubtful: {
      invoke: {
        src: 'probe',
        onDone: { target: 'online', actions: 'tellMissed' },
        onError: { target: 'offline', actions: 'tellMissed' },
      },
    },

    // A server on this machine answers without a network; a remote one may still answer once while the network goes
    // away.
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
