/** Business limits; durations in milliseconds. Handlers store them in events, so a change rewrites no history. */
export const policy = {
  machineTtl: 10 * 60_000,
  claimTtl: 30 * 60_000,
  /** The target time for a decision. Staff see a missed one; nothing else happens. */
  decideWithin: 24 * 60 * 60_000,
  returnTtl: 7 * 24 * 60 * 60_000,
  /** A reviewer who forgets to sign out is assigned nothing after it. */
  signInTtl: 12 * 60 * 60_000,
  /** A job that has not ended by then fails, because it keeps its requester's next one waiting. */
  runTtl: 60 * 60_000,
  fileTtl: 7 * 24 * 60 * 60_000,
  /** How long the preview of a bank statement waits for a decision. */
  previewTtl: 24 * 60 * 60_000,
  /** Rows. */
  mostExported: 200_000,
  mostAtOnce: 10_000,
  mostInSheet: 50_000,
  /** Days: a visit to an app is told no later. */
  visitMostLate: 30,
  /** Days after a rejection until a new application passes the machine review. */
  reapplyDays: 30,
  /** The validity of a link to choose a password. */
  linkTtl: 24 * 60 * 60_000,
  /** After it the outcome of a sending without a provider's report counts as unknown. */
  payoutAnswerTtl: 30 * 60_000,
  /** The most rows of a list whose people one batch of text messages goes to. */
  mostInBatch: 200_000,
  /** A text message that could not be sent within it is not sent any more. */
  messageStaleTtl: 24 * 60 * 60_000,
  /** After it what became of a text message without a receipt counts as unknown. */
  messageReceiptTtl: 72 * 60 * 60_000,
  /** After it a receipt counts as late in the metrics. */
  messageReceiptUsual: 15 * 60_000,
  /** A code that a seller reads to a lead. */
  verifyCodeTtl: 10 * 60_000,
  verifyCodeTries: 5,
  /** The most fields of customers whom they do not work on that one person may reveal in an hour. */
  mostShownAnHour: 30,
  /** The most days ahead for which an order is placed with an agency. */
  longestPlacement: 180,
  /** The prefix of virtual account numbers; the digits of the order number follow. */
  virtualAccounts: 8808,
}
