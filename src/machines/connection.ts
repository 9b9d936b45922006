import { assign, fromPromise, setup } from 'xstate'

type Missed = { line: string; message: string }

type ConnectionEvent =
  /** A call received no answer, or an error of something between; `line` is its method and path. */
  | ({ type: 'missed' } & Missed)
  | { type: 'answered'; line: string }
  /** A call's connection broke more than once; it is tried again. */
  | { type: 'broken' }
  /** A call has had no answer for a while; later, with or without one, it is over. */
  | { type: 'slowed' }
  | { type: 'slowEnded' }
  /** The browser reports that the network went away or came back. */
  | { type: 'networkLost' }
  | { type: 'networkCame' }

const missed = ({ event }: { event: Missed }): Missed => event

// A list that asks again by itself would repeat its message for ever.
const news = {
  guard: { type: 'isNew', params: missed },
  actions: [
    { type: 'tell', params: ({ event }: { event: Missed }) => event.message },
    { type: 'remember', params: missed },
  ],
} as const

/**
 * Whether the server is reachable. While it is not, no command is sent and a probe repeats until it succeeds. Only a
 * probe decides: a call that began before an outage may be answered during it.
 */
export const connectionMachine = setup({
  types: {
    events: {} as ConnectionEvent,
    /** The messages that were told, each with the call that it was about, until that call is answered. */
    context: {} as {
      told: Readonly<Record<string, string>>
      /** How many calls have had no answer for a while. */
      slow: number
    },
    tags: {} as 'silent',
  },
  actors: {
    /** Rejects while the server does not answer. */
    probe: fromPromise<unknown>(() => Promise.reject(new Error('not provided'))),
  },
  actions: {
    tell: (_, _message: string) => {},
    tellRecovered: () => {},
    /** The calls that began before the outage may have lost their answers. */
    resend: () => {},
    remember: assign(({ context }, { message, line }: Missed) => ({ told: { ...context.told, [message]: line } })),
    forget: assign(({ context }, line: string) => ({
      told: Object.fromEntries(Object.entries(context.told).filter(([, about]) => about !== line)),
    })),
    countSlow: assign(({ context }) => ({ slow: context.slow + 1 })),
    countEnded: assign(({ context }) => ({ slow: context.slow - 1 })),
    forgetAll: assign({ told: {} }),
  },
  guards: {
    isNew: ({ context }, { message }: Missed) => !(message in context.told),
    wasTold: ({ context }, line: string) => Object.values(context.told).includes(line),
  },
  delays: { patience: 3000, breath: 900 },
}).createMachine({
  id: 'connection',
  context: { told: {}, slow: 0 },
  initial: 'online',
  on: {
    missed: news,
    slowed: { actions: 'countSlow' },
    slowEnded: { actions: 'countEnded' },
    answered: {
      guard: { type: 'wasTold', params: ({ event }) => event.line },
      actions: { type: 'forget', params: ({ event }) => event.line },
    },
  },
  states: {
    online: {
      on: {
        missed: [{ ...news, target: 'doubtful' }, { target: 'doubtful' }],
        broken: 'doubtful',
        slowed: { target: 'doubtful', actions: 'countSlow' },
        networkLost: 'withoutNetwork',
      },
    },

    // One failed call is not an outage, and neither is a slow one.
    doubtful: {
      invoke: { src: 'probe', onDone: 'online', onError: 'offline' },
      initial: 'asking',
      states: { asking: { after: { breath: 'silent' } }, silent: { tags: 'silent' } },
    },

    // A server on this machine answers without a network; a remote one may still answer once while the network goes
    // away.
    withoutNetwork: {
      on: { networkCame: 'online', missed: [{ ...news, target: '.probing' }, { target: '.probing' }] },
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
            onDone: { target: '#connection.online', actions: ['tellRecovered', 'forgetAll', 'resend'] },
            onError: 'waiting',
          },
        },
      },
    },
  },
})
