import type { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'

/** A node of PostgreSQL's query plan with its children; row counts are per loop. */
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

/** Explains and runs a query as it was sent, with its parameters; answers its plan. */
export const planOf = async (pool: Pool, { sql, parameters }: CompiledQuery): Promise<Plan> => {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, buffers, timing off, format json) ${sql}`,
    [...parameters],
  )
  return rows[0]!['QUERY PLAN'][0].Plan
}

const rowsOf = (plan: Plan) => plan['Actual Rows'] * plan['Actual Loops']

/** The blocks of 8 KiB that were read. */
export const blocksOf = (plan: Plan): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

/** Why a plan would not scale: it scans one of the `big` tables, or sorts or discards more than `mostRows` rows. */
export const faultsOf = (plan: Plan, big: readonly string[], mostRows: number): string[] => {
  const [below] = plan.Plans ?? []
  const table = plan['Relation Name'] ?? ''
  const thrownAway =
    ((plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)) * plan['Actual Loops']
  const here = [
    plan['Node Type'] === 'Seq Scan' && big.includes(table) && `reads ${table} whole`,
    plan['Node Type'].includes('Sort') && below && rowsOf(below) > mostRows && `sorts ${rowsOf(below)} rows`,
    // A row discarded from an index alone costs a hundredth of one from the table.
    plan['Node Type'] !== 'Index Only Scan' &&
      thrownAway > mostRows &&
      `looks up ${thrownAway} rows of ${table} in vain`,
  ].filter((fault) => typeof fault === 'string')
  return [...here, ...(plan.Plans ?? []).flatMap((part) => faultsOf(part, big, mostRows))]
}

/** The plan as text, a line per node, children indented. */
export const drawn = (plan: Plan, depth = 0): string =>
  [
    `${'  '.repeat(depth)}${plan['Node Type']} ${plan['Index Name'] ?? plan['Relation Name'] ?? ''}: ${rowsOf(plan)} rows`,
    ...(plan.Plans ?? []).map((part) => drawn(part, depth + 1)),
  ].join('\n')
