const about = `id bigint not null, order_no text not null, app text not null, product text not null, at bigint not null,
  day text not null, stage text not null, collector text not null, group_id text not null, company text not null,
  province text not null, regency text not null`
const parts = 'principal bigint not null, interest bigint not null, fee bigint not null'

/** The work and the recoveries of collection, read from the log: the rows behind its figures. */
export const statements = [
  `create table recovery_holding (${about}, episode int not null, days_late int not null, ${parts},
    balance bigint not null, target int not null, ended_at bigint, ended_on text, ended_by text, primary key (id))`,
  `create table recovery_attempt (${about}, channel text not null, outcome text, first boolean not null,
    first_reached boolean not null, primary key (id))`,
  `create table recovery_promise (${about}, amount bigint not null, promised_for text not null, paid bigint not null,
    outcome text not null, judged_on text, corrected boolean not null, primary key (id))`,
  `create table recovery_credit (${about}, days_late int not null, holding bigint not null, txid text not null, ${parts},
    amount bigint not null, placement bigint not null, commission bigint not null, primary key (id))`,
  `create table recovery_placement (${about}, until text not null, balance bigint not null, rate int not null,
    ended_at bigint, ended_on text, ended_by text, primary key (id))`,
  `create table recovery_standing (${about}, due text not null, state text not null, principal bigint not null, until text,
    primary key (id))`,
  ...['holding', 'attempt', 'promise', 'credit', 'placement', 'standing'].flatMap((name) => [
    `create index recovery_${name}_order on recovery_${name} (order_no)`,
    `create index recovery_${name}_day on recovery_${name} (day, id)`,
    `create index recovery_${name}_collector on recovery_${name} (collector, day, id)`,
  ]),
  'create index recovery_holding_ended on recovery_holding (ended_on)',
  'create index recovery_promise_judged on recovery_promise (judged_on)',
  'create index recovery_credit_holding on recovery_credit (holding) where holding > 0',
  'create index recovery_credit_placement on recovery_credit (placement) where placement > 0',
  'create index recovery_placement_ended on recovery_placement (ended_on)',
  'create index recovery_standing_until on recovery_standing (until)',
]
