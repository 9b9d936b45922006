/** The tables that the flow page reads by period, and by the order's app, product and channel. */
export const statements = [
  // Counted anew by the tables below: which state a step came to again was not kept.
  `drop table flow`,
  `delete from review_tally`,
  `delete from es_checkpoint where name = 'flow'`,
  `create table flow (
    kind text not null, from_state text not null, event text not null, to_state text not null, again boolean not null,
    bucket bigint not null, count bigint not null, primary key (kind, from_state, event, to_state, again, bucket))`,
  // Each way from one state to another, in the order in which they were taken first.
  `create table flow_way (
    id int primary key, kind text not null, from_state text not null, event text not null, to_state text not null,
    unique (kind, from_state, event, to_state))`,
  // Every event: the way that it took, and how long the state before it had lasted.
  `create table flow_step (
    pos bigint primary key, way int not null, at bigint not null, again boolean not null, stay bigint,
    bucket bigint not null, app text not null, product text not null, channel text not null)`,
  `create index flow_step_way on flow_step (way, at, pos)`,
  // Every record: the states that it went through, and how its time was spent up to its end.
  `create table flow_record (
    stream text primary key, kind text not null, at bigint not null, state text not null, variant text not null,
    path text not null, ended boolean not null, total bigint not null, work bigint not null, again int not null,
    app text not null, product text not null, channel text not null)`,
  `create index flow_record_begun on flow_record (kind, at, stream)`,
  `create index flow_record_state on flow_record (kind, state, at, stream)`,
  `create index flow_record_variant on flow_record (kind, variant, at, stream)`,
]
