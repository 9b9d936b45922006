// In the order of their lists, so that the rows of a value that was given up long ago are not walked to past all others.
const inOrder = (table: string, order: string) =>
  ['app', 'channel', 'product'].flatMap((column) => [
    `drop index ${table}_${column}`,
    `create index ${table}_${column} on ${table} (${column}, ${order})`,
  ])

/** Instalments and payments by what they are of, and what is overdue with all that it is counted by. */
export const statements = [
  ...inOrder('instalment', 'due, order_no, term'),
  ...inOrder('repayment', 'day, order_no, n'),
  // `standing` as well, which the condition says: a query that reads it would look at each row otherwise.
  `create index instalment_open on instalment (due, app, channel, product, order_no, standing, interest, principal, interest_left,
    principal_left, paid, reduced, fee_met, fee_whole, fee_rest, fee_most, fee_age, early_fee, late_fee, late_from, fee_days)
    where standing = 'open'`,
]
