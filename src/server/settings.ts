/** How long things may take, in milliseconds. Handlers put the value on the event, so a change rewrites no history. */
export const settings = {
  machineTtl: 10 * 60_000,
  claimTtl: 30 * 60_000,
  /** By then an application should be decided; nothing happens when it is not, but staff see it. */
  decideWithin: 24 * 60 * 60_000,
  returnTtl: 7 * 24 * 60 * 60_000,
  /** Whoever forgets to sign out is given nothing beyond it. */
  signInTtl: 12 * 60 * 60_000,
  /** An export that has not ended by then has failed: it keeps the asker's next one waiting. */
  runTtl: 60 * 60_000,
  fileTtl: 7 * 24 * 60 * 60_000,
  /** Rows. */
  mostExported: 200_000,
  mostAtOnce: 10_000,
  mostInSheet: 50_000,
  /** How many days a customer waits after a rejection before applying again passes the machine. */
  reapplyDays: 30,
}
