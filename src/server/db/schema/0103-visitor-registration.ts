/** Who registered on which device, and on which day. */
export const statements: readonly string[] = [
  `create table visitor_registration (visitor text not null, person text not null, day text not null,
    primary key (visitor, person))`,
  `insert into visitor_registration (visitor, person, day)
    select split_part(stream, '/', 2), data::jsonb ->> 'person', data::jsonb ->> 'day'
    from es_event where stream like 'visitor/%' and type = 'registered'`,
  `create index visitor_registration_person on visitor_registration (person)`,
]
