/**
 * Milliseconds that a test waits for something to become true: in `expect.poll`, on a page and in a view. It ends what
 * hangs and judges nothing, so it is long enough for a busy machine.
 */
export const patience = 60_000

/** The same for a view: it waits for no network and no browser, and whoever breaks a view on purpose waits to be told so. */
export const patienceInView = patience / 2
