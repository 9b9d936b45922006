export const statements: readonly string[] = [
  // Few of them wait at a time, whoever's orders they are on.
  `create index customer_edit_pending on customer_edit (order_no, proposed_at) where state = 'pending'`,
]
