import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { fillMasked } from '../../../src/server/customers/fillMasked.ts'
import { maskedCustomerOf, nobody } from '../../../src/server/customers/maskedCustomer.ts'
import { readMasked } from '../../../src/server/customers/readMasked.ts'
import * as briefs from '../../../src/server/db/schema/0027-briefs.ts'
import * as briefsAnew from '../../../src/server/db/schema/0028-briefs-anew.ts'
import * as approval from '../../../src/services/approval.ts'
import { engines } from '../../kit/engines.ts'
import { fillOrders, nameOf } from '../../kit/manyOrders.ts'
import { withApp } from '../../kit/withApp.ts'

// 1,034 customers: their briefs are sealed in two batches.
const orders = 3_100

describe.each(engines())('what lists show of customers, on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const reviewer = as('reviewer1')
  beforeAll(async () => {
    await fillOrders(app.db, orders, app.clock.now())
  })

  const shown = async () => (await reviewer.data(approval.list, { list: 'firstWait' })).rows

  test('opens as what the whole record says, masked', async () => {
    const [record] = await app.server.vault.read([{ person: 'p7', version: 1 }])
    const [brief, missing] = await readMasked(app.db, [
      { person: 'p7', version: 1 },
      { person: 'p7', version: 2 },
    ])
    expect(record!.name).toBe(nameOf(7))
    expect(brief).toEqual(maskedCustomerOf(record!))
    expect(brief!.name).toBe('S*** W*** H***')
    expect(missing).toEqual(nobody)
  })

  test('is sealed for all who are in a database that has none of it yet, but for those who were erased', async () => {
    const before = await shown()
    await app.db.sql.deleteFrom('person_key').where('person', '=', 'p1').execute()
    await sql`alter table person drop column brief`.execute(app.db.sql)
    for (const statement of briefs.statements) await sql.raw(statement).execute(app.db.sql)
    await fillMasked(app.db.sql)
    const without = await app.db.sql.selectFrom('person').select('person').where('brief', 'is', null).execute()
    expect(without).toEqual([{ person: 'p1' }])
    expect(await shown()).toEqual(before)
    expect(before.every(({ customer }) => customer.startsWith('S*** W***'))).toBe(true)
  })

  test('is sealed anew where it was sealed another way', async () => {
    const before = await shown()
    await sql`update person set brief = data`.execute(app.db.sql)
    for (const statement of briefsAnew.statements) await sql.raw(statement).execute(app.db.sql)
    await fillMasked(app.db.sql)
    expect(await shown()).toEqual(before)
  })

  test('one customer’s does not open as another’s', async () => {
    await sql`update person set brief = (select brief from person where person = 'p8') where person = 'p9'`.execute(
      app.db.sql,
    )
    await expect(readMasked(app.db, [{ person: 'p9', version: 1 }])).rejects.toThrow('could not verify data')
  })
})
