import type { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'

/** What PostgreSQL did for a query, a node of its plan with those below it; rows are of all its loops. */
type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** Runs a query as it was sent, with its parameters, and answers what PostgreSQL did. */
export const planOf = async (pool: Pool, { sql, parameters }: CompiledQuery): Promise<Plan> => {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, buffers, timing off, format json) ${sql}`,
    [...parameters],
  )
  return rows[0]!['QUERY PLAN'][0].Plan
}

const rowsOf = (plan: Plan) => plan['Actual Rows'] * plan['Actual Loops']

/** How many blocks of 8 KiB were looked at. */
export const blocksOf = (plan: Plan): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

/** Why a plan would not do for more rows: it reads one of these tables whole, or sorts or looks up in vain more than so many rows. */
export const faultsOf = (plan: Plan, big: readonly string[], mostRows: number): string[] => {
  const [below] = plan.Plans ?? []
  const table = plan['Relation Name'] ?? ''
  const thrownAway =
    ((plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)) * plan['Actual Loops']
  const here = [
    plan['Node Type'] === 'Seq Scan' && big.includes(table) && `reads ${table} whole`,
    plan['Node Type'].includes('Sort') && below && rowsOf(below) > mostRows && `sorts ${rowsOf(below)} rows`,
    // What an index alone tells costs a hundredth of a look at the table.
    plan['Node Type'] !== 'Index Only Scan' &&
      thrownAway > mostRows &&
      `looks up ${thrownAway} rows of ${table} in vain`,
  ].filter((fault) => typeof fault === 'string')
  return [...here, ...(plan.Plans ?? []).flatMap((part) => faultsOf(part, big, mostRows))]
}

/** A plan to read: a line a node, those below it indented. */
export const drawn = (plan: Plan, depth = 0): string =>
  [
    `${'  '.repeat(depth)}${plan['Node Type']} ${plan['Index Name'] ?? plan['Relation Name'] ?? ''}: ${rowsOf(plan)} rows`,
    ...(plan.Plans ?? []).map((part) => drawn(part, depth + 1)),
  ].join('\n')
