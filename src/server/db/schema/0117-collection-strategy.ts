const tables = ['holding', 'attempt', 'promise', 'credit', 'placement', 'complaint', 'standing']

/** The way of choosing by which the system gave a case to its collector. */
export const statements: readonly string[] = [
  ...tables.flatMap((name) => [
    // A new server counts all rows anew, under a checkpoint of its own.
    `delete from recovery_${name}`,
    `alter table recovery_${name} add column strategy text`,
    `create index recovery_${name}_strategy on recovery_${name} (strategy, day, id)`,
  ]),
  // Servers of before find nothing left to count, so that they store no rows without the way of choosing.
  `insert into es_checkpoint (name, pos) values ('recovery', ${Number.MAX_SAFE_INTEGER})
    on conflict (name) do update set pos = excluded.pos`,
]
