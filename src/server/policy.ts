/** How long things may take, in milliseconds. Handlers put the value on the event, so a change rewrites no history. */
export const policy = {
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
  /** A bank's file that was read waits so long for somebody to look at it. */
  previewTtl: 24 * 60 * 60_000,
  /** Rows. */
  mostExported: 200_000,
  mostAtOnce: 10_000,
  mostInSheet: 50_000,
  /** How many days a customer waits after a rejection before applying again passes the machine. */
  reapplyDays: 30,
  /** Within it a link chooses a password. */
  linkTtl: 24 * 60 * 60_000,
  /** By then a provider has said what became of a sending, or nobody knows. */
  payoutAnswerTtl: 30 * 60_000,
  /** Rupiah: what a collector may ask to have taken off, and up to what a collection lead says yes. */
  mostReduced: 1_000_000,
  mostReducedByLead: 300_000,
  mostRollovers: 2,
  /** Basis points of the principal that is left; the interest is a day's. */
  rolloverServiceFee: 300,
  rolloverInterest: 20,
  /** How many things of customers whom they do not work on one person is shown within an hour. */
  mostShownAnHour: 30,
  /** How many days a loan is overdue before it can be written off. */
  writeOffBeyond: 90,
  /** What the numbers of virtual accounts begin with; the digits of the order follow. */
  virtualAccounts: 8808,
}
