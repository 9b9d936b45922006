export const statements: readonly string[] = [
  `create table case_turn (
    collector text primary key, turn bigint not null, pos bigint not null, day text not null, given int not null)`,
  `create index recovery_case_waiting on recovery_case (stage, due, order_no) where state = 'open.unassigned'`,
]
