import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import { bookedStatements } from '../../../src/server/recoveryCase/statements.ts'
import { start } from '../../kit/app.ts'
import { onlyPostgres } from '../../kit/engines.ts'
import { type Watched, watched } from '../../kit/watched.ts'
import { withApp } from '../../kit/withApp.ts'

const cases = 100_000
const big = ['recovery_case', 'statement_line', 'es_effect']
const today = businessDay(start)
const yesterday = addDays(today, -1)

describe.each(onlyPostgres())(`on $engine with ${cases} cases`, ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let database: Watched

  beforeAll(async () => {
    // A twentieth of them waits for the statement of yesterday.
    await sql`
      insert into recovery_case (order_no, version, state, phase, kind, person, app, product, episode, opened_at, stage, due,
        holder, attempts, promise_amount, promise_day, promise_paid, promise_outcome, statement_from, statement_to)
      select 'LK' || n, 3, 'open.promised', 'open', 'post', 'person-' || n, 'DK', 'KILAT', 1, ${start}::bigint, 's1',
        ${yesterday}, 'staff/1', 0, 100000, ${yesterday}, 0, 'open',
        case when n % 20 = 0 then ${yesterday} end, case when n % 20 = 0 then ${yesterday} end
      from generate_series(1, ${cases}::int) n`.execute(app.db.sql)
    await sql`
      insert into es_effect (stream, name, event, version, at, attempts)
      select 'loan/LK' || n, 'followLoan', 'e' || n, 1, ${start}::bigint, 0
      from generate_series(1, ${cases}::int) n where n % 20 > 0`.execute(app.db.sql)
    await sql`
      insert into bank_statement (id, version, state, account, uploader, to_day, credits, errors, uploaded_at)
      values ('one', 1, 'ready', 'BCA-IN', 'staff/1', ${yesterday}, 1, 0, ${dayStart(today)})`.execute(app.db.sql)
    await sql`
      insert into statement_line (id, version, state, account, n, statement, place, txid, day, booked_at, direction, amount,
        before, after, note)
      select 'L' || n, 1, 'reconciled', 'BCA-IN', n, 'one', n, 'T' || n, ${yesterday}, ${dayStart(yesterday)}::bigint,
        'credit', 1, n, n + 1, '' from generate_series(1, ${cases}::int) n`.execute(app.db.sql)
    await sql`analyze recovery_case, es_effect, bank_statement, statement_line`.execute(app.db.sql)
    database = await watched(app, databaseUrl!)
  })
  afterAll(async () => {
    await database.close()
  })

  /** Looks once; answers how many promises there are to be told, and what of the query would not do for more cases. */
  const look = async () => {
    const looks = bookedStatements({ ...app.server, db: database.db })
    let size = 0
    const asked = await database.during(async () => ({ size } = await looks()))
    const faults = await database.faults(asked, (text) => text.includes('statement_to'), { big, mostRows: 10_000 })
    return { size, faults: faults.join('\n\n') }
  }

  test('the promises whose statements are booked are found by their day', async () => {
    expect(await look()).toEqual({ size: 100, faults: '' })
  })

  test('and so they are while a credit of that day waits for somebody', async () => {
    await sql`update statement_line set state = 'unmatched' where n = 1`.execute(app.db.sql)
    expect(await look()).toEqual({ size: 0, faults: '' })
  })
})
