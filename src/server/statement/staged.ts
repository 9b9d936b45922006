import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { joined } from './sen.ts'

/** The days of a staged file, each with its own balances and sums, in rupiah with sen as decimals. */
export const daysOf = async ({ sql: read }: Pick<Database, 'sql'>, id: string) => {
  const { rows } = await sql<Record<Column, number> & Record<Sen, number | null> & { day: string; lines: number }>`
    select day, count(*) as lines,
      (array_agg(before order by place))[1] as start, (array_agg(before_sen order by place))[1] as start_sen,
      coalesce(sum(amount) filter (where direction = 'credit'), 0)::bigint as credits,
      sum(amount_sen) filter (where direction = 'credit')::bigint as credits_sen,
      coalesce(sum(amount) filter (where direction = 'debit'), 0)::bigint as debits,
      sum(amount_sen) filter (where direction = 'debit')::bigint as debits_sen,
      (array_agg(after order by place desc))[1] as "end", (array_agg(after_sen order by place desc))[1] as end_sen
    from bank_statement_row where statement = ${id} group by day order by min(place)`.execute(read)
  return rows.map((row) => ({
    day: row.day,
    lines: row.lines,
    start: joined(row.start, row.start_sen),
    credits: joined(row.credits, row.credits_sen),
    debits: joined(row.debits, row.debits_sen),
    end: joined(row.end, row.end_sen),
  }))
}

type Column = 'start' | 'credits' | 'debits' | 'end'
type Sen = `${Column}_sen`
