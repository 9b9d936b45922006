import { beside, createOutbox, type Effect } from './outbox.ts'

// The most jobs of each lane at once. Messages share their queries and commits.
const jobsOf = { short: 50, messages: 200, cases: 50, long: 50, thorough: 50 }
/**
 * A lane of background work. No application waits for an export, and no export for a backtest. Nobody waits for messages,
 * which keep to the rate of their provider, or for the cases that a day opens.
 */
export type Lane = keyof typeof jobsOf

// One number that nobody answers does not hold up the messages behind it.
const messageRoundMs = 500

type Parts = Pick<Parameters<typeof createOutbox>[0], 'db' | 'store' | 'clock' | 'log'>

/** The work of all lanes beside each other; the short one fires the due deadlines as well. */
export const createLanes = (parts: Parts, effectsOf: (lane: Lane) => Record<string, Effect>) =>
  (Object.keys(jobsOf) as Lane[])
    .map((lane) =>
      createOutbox({
        ...parts,
        effects: effectsOf(lane),
        jobsAtOnce: jobsOf[lane],
        timed: lane === 'short',
        ...(lane === 'messages' && { roundMs: messageRoundMs }),
      }),
    )
    .reduce(beside)
