/** How often each transition was taken and how long the state before it had lasted: counted from the events, never written by commands. */
export const statements = [
  `create table flow (
    kind text not null, from_state text not null, event text not null, to_state text not null, bucket bigint not null,
    count bigint not null, primary key (kind, from_state, event, to_state, bucket))`,
]
