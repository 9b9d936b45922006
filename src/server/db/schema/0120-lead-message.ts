/** A message to a lead is about no order. */
export const statements: readonly string[] = [
  'alter table message alter column order_no drop not null',
  'alter table sms_batch_person alter column order_no drop not null',
]

// An earlier server finds no order of a lead: it would complete a batch to leads without one message.
export const breaking = true
