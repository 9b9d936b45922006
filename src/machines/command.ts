import { assign, emit, fromPromise, setup } from 'xstate'

export type FormValues = Readonly<Record<string, unknown>>

/** A request to the server: a chart event, the stream version it was decided on, and the form's values. */
export type Command = { event: string; version: number; input: FormValues }

export type CommandInput = {
  send: (command: Command, key: string) => Promise<unknown>
  newKey: () => string
}

export type CommandContext = CommandInput & {
  command: Command
  /** Whether a form or a confirmation precedes the request. */
  form: boolean
  key: string
  /** The last command, kept under `key`, whose answer is unknown or was a refusal. */
  sent: Command | null
  /** The version that the last command was decided on. Data of this version predates the command's effect. */
  doneOn: number | null
  error: unknown
}

type CommandEvent =
  | { type: 'started'; event: string; version: number; form: boolean }
  | { type: 'submitted'; version: number; input: FormValues }
  | { type: 'cancelled' }

export type CommandNews =
  | { type: 'done'; command: Command }
  | { type: 'refused'; command: Command; error: unknown; form: boolean }

type Sending = Pick<CommandContext, 'send' | 'command' | 'key'>

const same = (a: Command, b: Command) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Runs one command at a time: asked, sent once, then done or refused in words. A retry of an identical command keeps
 * its idempotency key, so a lost answer adds no second event. Other input gets a new key.
 */
export const commandMachine = setup({
  types: {
    context: {} as CommandContext,
    input: {} as CommandInput,
    events: {} as CommandEvent,
    emitted: {} as CommandNews,
    tags: {} as 'form',
  },
  actors: {
    send: fromPromise<unknown, Sending>(({ input }) => input.send(input.command, input.key)),
  },
  guards: {
    outdated: ({ context, event }) => event.type === 'started' && event.version === context.doneOn,
    withForm: ({ event }) => event.type === 'started' && event.form,
    hasForm: ({ context }) => context.form,
  },
  actions: {
    begin: assign(({ context, event }) => {
      if (event.type !== 'started') return {}
      const { version, form } = event
      const command = { event: event.event, version, input: {} }
      return { command, form, error: null, key: context.sent ? context.key : context.newKey() }
    }),
    say: assign(({ context, event }) => {
      if (event.type !== 'submitted') return {}
      return { command: { ...context.command, version: event.version, input: event.input } }
    }),
    keep: assign(({ context: { command, sent, key, newKey } }) => ({
      key: sent && !same(sent, command) ? newKey() : key,
      sent: command,
      error: null,
    })),
    finish: assign(({ context }) => ({ sent: null, doneOn: context.command.version })),
    tellDone: emit(({ context }) => ({ type: 'done' as const, command: context.command })),
    tellRefused: emit(({ context: { command, error, form } }) => ({ type: 'refused' as const, command, error, form })),
  },
}).createMachine({
  id: 'command',
  context: ({ input }) => ({
    ...input,
    command: { event: '', version: 0, input: {} },
    form: false,
    key: '',
    sent: null,
    doneOn: null,
    error: null,
  }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        started: [
          // A click that was meant for the previous state.
          { guard: 'outdated' },
          { guard: 'withForm', target: 'asking', actions: 'begin' },
          { target: 'pending', actions: 'begin' },
        ],
      },
    },

    asking: {
      tags: 'form',
      on: { submitted: { target: 'pending', actions: 'say' }, cancelled: 'idle' },
    },

    pending: {
      entry: 'keep',
      invoke: {
        src: 'send',
        input: ({ context: { send, command, key } }) => ({ send, command, key }),
        onDone: { target: 'idle', actions: ['finish', 'tellDone'] },
        onError: [
          {
            guard: 'hasForm',
            target: 'refused',
            actions: [assign({ error: ({ event }) => event.error }), 'tellRefused'],
          },
          { target: 'idle', actions: [assign({ error: ({ event }) => event.error }), 'tellRefused'] },
        ],
      },
    },

    refused: {
      tags: 'form',
      on: { submitted: { target: 'pending', actions: 'say' }, cancelled: 'idle' },
    },
  },
})
