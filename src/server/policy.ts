/**
 * Limits that no business decision changes, each with its reason; durations in milliseconds. Those that staff change are
 * settings (`inForce.ts`). Handlers store both in events, so a change rewrites no history.
 */
export const policy = {
  /** As long as bureau and bank are asked again before people decide without them. */
  machineTtl: 10 * 60_000,
  /** A job that has not ended by then fails, because it keeps its requester's next one waiting. */
  runTtl: 60 * 60_000,
  /** An uploaded file that nobody confirms is kept in the database, with what it says of customers, no longer. */
  previewTtl: 24 * 60 * 60_000,
  /** Rows: what one server makes in its memory and within `runTtl`. */
  mostExported: 200_000,
  mostAtOnce: 10_000,
  mostInSheet: 50_000,
  mostLeads: 100_000,
  mostInBatch: 200_000,
  /** Days: an app tells of a visit no later, because reports of earlier days are then over. */
  visitMostLate: 30,
  /** After it a receipt counts as late in the metrics, which only operators watch. */
  messageReceiptUsual: 15 * 60_000,
  /** The prefix of virtual account numbers, which the bank gave; the digits of the order number follow. */
  virtualAccounts: 8808,
}
