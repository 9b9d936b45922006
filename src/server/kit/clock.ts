/** The current time in epoch milliseconds. Code takes it as an argument. */
export type Clock = { now: () => number }

export const systemClock: Clock = { now: Date.now }
