/** Reviewers, their groups, whose turn it is to be given an order, and a tally of what each decided a day. */
export const statements = [
  `create table review_group (
    id int primary key, version int not null, state text not null, name text not null, apps jsonb not null,
    stages jsonb not null, capacity int not null, shifts jsonb not null, members jsonb not null)`,
  `create unique index review_group_name on review_group (lower(name))`,
  `create sequence review_group_id`,
  `create table reviewer (
    id int primary key, version int not null, state text not null, since bigint, weight int not null)`,
  `create table review_turn (reviewer text primary key, turn bigint not null, pos bigint not null)`,
  `create table lease (name text primary key, holder text not null, until bigint not null)`,
  // A person decides some hundred orders a day: a month of a hundred of them is some ten thousand rows at most.
  `create table review_tally (
    day int not null, reviewer text not null, event text not null, at_work boolean not null, count bigint not null,
    primary key (day, reviewer, event, at_work))`,
  // The counts from before there was a tally; nobody could sign in then.
  `insert into review_tally
    select (at + 25200000) / 86400000, actor, type, false, count(*) from es_event
    where pos <= (select pos from es_checkpoint where name = 'flow')
      and type in ('firstPassed', 'firstRejected', 'returned', 'finalPassed', 'finalRejected', 'sentBack')
    group by 1, 2, 3, 4`,
]
