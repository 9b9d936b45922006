// In the order of the list, so that the rows of a rare value are not walked to past all others.
const inOrder = (column: string) =>
  `create index repayment_${column} on repayment (${column}, day, order_no, n, kind, reversed)`

/** How a payment came in, and through which bank or shop. Payments of before have neither. */
export const statements = [
  'alter table repayment add column method text, add column pay_channel text',
  inOrder('method'),
  inOrder('pay_channel'),
]
