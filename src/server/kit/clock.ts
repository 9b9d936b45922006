/** Time comes in as an argument everywhere, in epoch milliseconds. */
export type Clock = { now: () => number }

export const systemClock: Clock = { now: Date.now }
