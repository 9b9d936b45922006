import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { leftOfLine, type Line, sum } from '../../../src/machines/allocation.ts'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { ledgerOn } from '../../../src/machines/ledger.ts'
import { bookOf } from '../../../src/machines/loan.facts.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { owedOn } from '../../../src/server/loan/owed.ts'
import type { RepaymentRow } from '../../../src/server/loan/projection.ts'
import { loanProjections } from '../../../src/server/loan/projection.ts'
import { engines } from '../../kit/engines.ts'
import { ownDatabase } from '../../kit/templates.ts'
import { histories, lived } from '../../model/loan.history.ts'

const numRuns = inject('deep') ? 5000 : 300
// Days, from the day itself to long after the last fee.
const later = [0, 1, 6, 8, 40, 200]

const rowsOf = (table: string, life: ReturnType<typeof lived>) => {
  const projection = loanProjections.find((one) => one.table === table)!
  return projection.part === undefined ? [] : projection.rows('loan/LK-1', life.state())
}
const feeOf = ({ fee }: Line) => fee.due

describe.each(engines())('instalments on $engine', ({ databaseUrl }) => {
  let db: Database
  beforeAll(async () => {
    db = await ownDatabase(databaseUrl)
    await migrate(db.sql)
  })
  afterAll(() => db.close())

  test('a row says what is owed on any later day as the ledger does', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const life = lived(history)
        await sql`truncate instalment`.execute(db.sql)
        await sql`
          insert into instalment select * from jsonb_populate_recordset(null::instalment, ${JSON.stringify(rowsOf('instalment', life))}::jsonb)`.execute(
          db.sql,
        )
        const asked = later.map((days) => {
          const day = addDays(life.day(), days)
          const { fee, remaining, amount } = owedOn(day)
          return sql`select ${day} as day, term, (${fee})::bigint as fee, (${remaining})::bigint as remaining, (${amount})::bigint as amount from instalment`
        })
        const { rows } = await sql`${sql.join(asked, sql` union all `)} order by day, term`.execute(db.sql)
        const told = later.flatMap((days) => {
          const day = addDays(life.day(), days)
          return ledgerOn(bookOf(life.state().context), day).lines.map((line) => ({
            day,
            term: line.term,
            fee: feeOf(line),
            remaining: leftOfLine(line),
            amount: line.interest.due + line.principal.due + feeOf(line),
          }))
        })
        expect(rows).toEqual(told)
      }),
      { numRuns },
    )
  })
})

test('what each payment went to is all of it, and together what was paid', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const life = lived(history)
      const rows = rowsOf('repayment', life) as RepaymentRow[]
      for (const row of rows) {
        const went = row.interest + row.principal + row.fee + row.charge + row.credit
        expect(went).toBe(row.reversed || row.kind === 'refunded' ? 0 : row.amount)
        expect(Math.min(row.interest, row.principal, row.fee, row.charge, row.credit)).toBeGreaterThanOrEqual(0)
      }
      const { context } = life.state()
      const { lines, paid } = ledgerOn(bookOf(context), businessDay(context.changedAt))
      const all = (part: 'interest' | 'principal' | 'fee') => sum(lines.map((line) => line[part].paid))
      const refunded = sum(rows.filter(({ kind }) => kind === 'refunded').map(({ amount }) => amount))
      expect({
        interest: sum(rows.map(({ interest }) => interest)),
        principal: sum(rows.map(({ principal }) => principal)),
        fee: sum(rows.map(({ fee }) => fee)),
        moved: sum(rows.map((row) => row.interest + row.principal + row.fee + row.charge + row.credit)) - refunded,
      }).toEqual({ interest: all('interest'), principal: all('principal'), fee: all('fee'), moved: paid })
    }),
    { numRuns },
  )
})
