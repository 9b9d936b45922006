const tables = ['holding', 'attempt', 'promise', 'credit', 'placement', 'complaint', 'standing']

/** To whom the payment that settled a case is credited, and what the overdue fees of a standing case grow from. */
export const statements: readonly string[] = [
  `create table recovery_settlement (order_no text primary key, id bigint not null, settled_at bigint not null,
    collector text not null, group_id text not null, company text not null)`,
  'create index recovery_settlement_collector on recovery_settlement (collector, settled_at, order_no)',
  'alter table recovery_standing add column fees bigint[]',
  // A new server counts all rows anew, under a checkpoint of its own.
  ...tables.map((name) => `delete from recovery_${name}`),
  `insert into es_checkpoint (name, pos) values ('recovery.2', ${Number.MAX_SAFE_INTEGER})
    on conflict (name) do update set pos = excluded.pos`,
]
