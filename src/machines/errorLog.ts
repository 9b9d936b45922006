import { assign, setup } from 'xstate'

/** An error: its message, the component or call it came from (`info`), and the page's address; `at` in epoch ms. */
export type Logged = { message: string; info: string; url: string; at: number }

// Bounds the memory that a page which fails repeatedly can use.
const most = 100

/** The errors of this window, newest first, until the user clears them. */
export const errorLogMachine = setup({
  types: {
    context: {} as { errors: readonly Logged[] },
    events: {} as { type: 'failed'; error: Logged } | { type: 'cleared' },
  },
}).createMachine({
  id: 'errorLog',
  context: { errors: [] },
  on: {
    failed: {
      actions: assign(({ context, event }) => ({ errors: [event.error, ...context.errors].slice(0, most) })),
    },
    cleared: { actions: assign({ errors: [] }) },
  },
})
