const compared = `upper(translate(txid, E' \\t\\u00a0''\`\\u2018\\u2019', ''))`

/**
 * Finds a bank's id however it is written: capitals, blanks and apostrophes do not count. Ids that were recorded stay
 * as they are. The indexes are not unique, because an id may have been recorded in two ways before.
 */
export const statements = [
  `create index statement_line_compared on statement_line ((${compared}), account)`,
  `create index repayment_compared on repayment ((${compared}))`,
]
