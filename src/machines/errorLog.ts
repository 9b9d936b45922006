import { assign, setup } from 'xstate'

/** What failed, where in the page or in which call, and the address that was open; `at` in epoch ms. */
export type Logged = { message: string; info: string; url: string; at: number }

// A page that fails over and over must not fill the memory.
const most = 100

/** The errors of this window, newest first, until somebody clears them. */
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
