/** Backtests: where each stands, how far it is, and which orders are in which cell of its table. */
export const statements = [
  `create table backtest (
    id text primary key, version int not null, state text not null, asker text not null,
    rule_set text not null, edition int not null, against text, applied_from bigint not null, applied_to bigint not null,
    applications int not null, judged int, changed int, reason text,
    requested_at bigint not null, ended_at bigint)`,
  `create index backtest_rule_set on backtest (rule_set, requested_at, id)`,
  `create index backtest_under_way on backtest (requested_at, id) where state in ('requested', 'running')`,
  // Until it has ended: the rules as they were when it was asked for, what was found so far, and where to go on.
  `create table backtest_run (
    id text primary key, content text not null, tally text not null, done int not null default 0,
    pages int not null default 0, next text)`,
  // The orders of a page as one text: a row each would be four times as much.
  `create table backtest_cell (
    backtest text not null, cell text not null, n int not null, count int not null, orders text not null,
    primary key (backtest, cell, n))`,
]
