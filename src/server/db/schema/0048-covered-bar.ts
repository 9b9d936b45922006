/**
 * Keeps the bar of marketing that a bar of all contact covers, with the second step out of a proposed lifting. Both are
 * read from the events since the last lifting.
 */
export const statements: readonly string[] = [
  `alter table contact add covered jsonb`,
  `update contact set covered = (
      select jsonb_build_object('scope', 'marketing', 'by', actor, 'at', at,
        'reason', data::jsonb ->> case type when 'optedOut' then 'way' else 'reason' end)
      from es_event
      where stream = 'contact/' || contact.id and type in ('optedOut', 'marketingBarred')
        and version > coalesce(
          (select max(version) from es_event lifted where lifted.stream = es_event.stream and type = 'liftConfirmed'), 0)
      order by version desc limit 1)
    where state in ('noContact', 'liftingContact')`,
  `insert into consent
    select stream, 'contactLifted', kind, place, barred, order_no, amount from consent
    where kind = 'contact' and place = 'liftingContact' and step = 'liftConfirmed'`,
]
