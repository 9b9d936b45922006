import { sql } from 'kysely'
import type { Backtest } from '../../machines/backtest.ts'
import type { Database } from '../db/database.ts'

/** Orders as lines of tab-separated fields: the driver's parsing of single values would take time from requests. */
export type BacktestPage = { lines: string; done: number; next: string | null }

export const fieldsOf = (line: string) => {
  const [appliedAt, orderNo, round, amount, stage, loan, ruleSet, data, key] = line.split('\t') as [
    ...[string, string, string, string, string, string, string, string, string],
  ]
  return { appliedAt, orderNo, round: Number(round), amount: Number(amount), stage, loan, ruleSet, data, key }
}

// A query of the embedded database blocks the process, so its pages are smaller.
const rowsAtATime = ({ embedded }: Database) => (embedded ? 250 : 1000)

type Wanted = NonNullable<Backtest['wanted']>

/** Reads the next page, newest first: each order with its last review's sealed inputs up to an instant, in hex. */
export const pageAfter = async (
  db: Database,
  { from, to, most }: Wanted,
  until: number,
  { done, next }: Pick<BacktestPage, 'done' | 'next'>,
): Promise<BacktestPage | undefined> => {
  const limit = Math.min(rowsAtATime(db), most - done)
  if (limit <= 0) return undefined
  const [appliedAt, orderNo] = next === null ? [String(to), ''] : (JSON.parse(next) as [string, string])
  const { rows } = await sql<{ lines: string | null; count: number }>`
    select string_agg(line, ${'\n'}) as lines, count(*)::int as count from (
      select concat_ws(${'\t'}, applied_at, approval.order_no, coalesce(review.round, 0), amount, stage,
        coalesce(loan.state, ''), coalesce(review.rule_set, ''), coalesce(encode(data, 'hex'), ''), coalesce(encode(key, 'hex'), '')) as line
      from (
        select applied_at, order_no, round, amount, stage from approval
        where applied_at >= ${from} and (applied_at, order_no) < (${appliedAt}::bigint, ${orderNo})
        order by applied_at desc, order_no desc limit ${limit}) approval
      left join lateral (
        select round, rule_set, person, data from review_input
        where order_no = approval.order_no and at <= ${until} order by round desc limit 1) review on true
      left join loan on loan.order_no = approval.order_no
      left join person_key on person_key.person = review.person
      order by applied_at desc, approval.order_no desc) page`.execute(db.sql)
  const [page] = rows
  if (!page?.lines) return undefined
  const last = fieldsOf(page.lines.slice(page.lines.lastIndexOf('\n') + 1))
  return { lines: page.lines, done: done + page.count, next: JSON.stringify([last.appliedAt, last.orderNo]) }
}

/** Counts the orders that a backtest would cover, at most `most`. */
export const applicationsOf = async (db: Database, { from, to, most }: Pick<Wanted, 'from' | 'to' | 'most'>) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from approval where applied_at >= ${from} and applied_at < ${to} limit ${most}) found`.execute(db.sql)
  return rows[0]!.count
}
