export const statements: readonly string[] = [
  `create table recovery_case (
    order_no text primary key, version int not null, state text not null, phase text not null, kind text not null,
    person text not null, app text not null, product text not null, episode int not null, opened_at bigint not null,
    stage text not null, due text not null, holder text, former_holder text, attempts int not null,
    contacted_at bigint, outcome text, call_back text, promise_amount bigint, promise_day text, promise_paid bigint,
    promise_outcome text, hold_reason text, hold_until text, settled_at bigint, settlement text)`,
  `create index recovery_case_due on recovery_case (phase, kind, due, order_no)`,
  `create index recovery_case_stage on recovery_case (stage, due, order_no) where phase = 'open'`,
  `create index recovery_case_holder on recovery_case (holder, due, order_no) where phase = 'open'`,
  `create index recovery_case_settled on recovery_case (settled_at, order_no) where phase = 'settled'`,
  `create index recovery_case_person on recovery_case (person)`,

  // A loan that is older than its case asks for one, as a new loan does when it is opened.
  `insert into es_effect (stream, name, event, version, at, attempts)
    select e.stream, 'followLoan', e.id, e.version, 0, 0
    from loan l join es_event e on e.stream = 'loan/' || l.order_no and e.version = l.version
    where l.oldest_due is not null and l.state <> 'writtenOff'
    on conflict do nothing`,
]
