import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { businessDay } from '../../../src/machines/calendar.ts'
import type { LeadEvent } from '../../../src/machines/lead.facts.ts'
import { usualLeadRules } from '../../../src/machines/leadRules.ts'
import { leadCounter } from '../../../src/server/lead/counter.ts'
import { countUpTo, forgetCounts } from '../../../src/server/store/counter.ts'
import * as intake from '../../../src/services/intake.ts'
import * as lead from '../../../src/services/lead.ts'
import type { Caller } from '../../kit/app.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { engines } from '../../kit/engines.ts'
import { openLoanOf } from '../../kit/loans.ts'
import { passing } from '../../kit/passing.ts'
import { withApp } from '../../kit/withApp.ts'

/** 10:00 on Monday 9 March 2026 in Jakarta. */
const monday = Date.UTC(2026, 2, 9, 3)

/** What each figure counts, as a filter of the list of leads. */
const behind = {
  leads: {},
  repeated: { repeated: true },
  reached: { reached: true },
  registered: { registered: 'yes' },
  applied: { applied: 'yes' },
  paid: { paid: true },
} as const

describe.each(engines())('the figures of batches and sources on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, at: monday })
  let head: Caller
  const phones = Array.from({ length: 8 }, (_, nth) => `+6285799990${10 + nth}`)
  const importing = (batch: string, source: string, some: readonly string[]) =>
    head.data(lead.importLeads, {
      batch,
      source,
      proof: 'form of the fair',
      leads: some.map((phone) => ({ phone, name: 'Calon Nasabah', province: '31' })),
    })
  const idOf = async (phone: string) => (await head.data(lead.list, { phone })).rows[0]!.id
  const tell = (id: string, event: LeadEvent) =>
    app.server.store.send({
      stream: `lead/${id}`,
      event,
      via: lead.commands[event.type as keyof typeof lead.commands].interface,
      key: randomUUID(),
    })

  beforeAll(async () => {
    head = await app.login('telemarketingLead')
    // Somebody whose loan was settled before anybody imported them: their loan is not the lead's.
    const earlier = await app.apply(passing({ customer: { ...passing().customer, phone: phones[7]! } }))
    await openLoanOf(app, earlier, { from: businessDay(app.clock.now()) })
    await sql`update loan set state = 'settled' where order_no = ${earlier}`.execute(app.db.sql)
    await importing('SATU', 'pameran', phones.slice(0, 4))
    app.clock.advance(60_000)
    await importing('DUA', 'pameran', phones.slice(3, 6))
    await importing('TIGA', 'mitra', phones.slice(6))
    const [first, second] = [await idOf(phones[0]!), await idOf(phones[1]!)]
    const rules = { from: '2020-01-01', ...usualLeadRules }
    const did = { by: head.id, at: app.clock.now() }
    for (const id of [first, second]) {
      await tell(id, { type: 'claimed', ...did, rules, held: 0, mostHeld: rules.held })
      await tell(id, { type: 'contacted', ...did, attempt: id, channel: 'phone' })
      await tell(id, { type: 'outcomeNoted', ...did, outcome: id === first ? 'reached' : 'busy' })
    }
    const visit = { app: 'DK', channel: 'organic', day: businessDay(app.clock.now()), device: 'phone of a lead' }
    await app.customerApp.data(intake.register, { ...visit, phone: phones[0]! }, { key: 'registered' })
    const orderNo = await app.apply(passing({ customer: { ...passing().customer, phone: phones[0]! } }))
    await openLoanOf(app, orderNo, { from: businessDay(app.clock.now()) })
    await catchUp(app.db)
  })

  const linesOf = async (filter: object = {}) => (await head.data(lead.originList, filter)).rows

  test('a lead counts for its last import, and for what came of it', async () => {
    expect(await linesOf()).toEqual([
      { key: 'TIGA', batch: 'TIGA', source: 'mitra', importedAt: monday + 60_000, ...figuresOf({ leads: 2 }) },
      {
        key: 'DUA',
        batch: 'DUA',
        source: 'pameran',
        importedAt: monday + 60_000,
        ...figuresOf({ leads: 3, repeated: 1 }),
      },
      {
        key: 'SATU',
        batch: 'SATU',
        source: 'pameran',
        importedAt: monday,
        ...figuresOf({ leads: 3, reached: 1, registered: 1, applied: 1, paid: 1 }),
      },
    ])
  })

  test('a source adds its batches up, and the sums are of all lines', async () => {
    const pameran = figuresOf({ leads: 6, repeated: 1, reached: 1, registered: 1, applied: 1, paid: 1 })
    expect(await linesOf({ by: 'source', source: 'pameran' })).toEqual([
      { key: 'pameran', batch: null, source: 'pameran', importedAt: monday + 60_000, ...pameran },
    ])
    expect(await head.data(lead.originCount, { by: 'source' })).toEqual({
      count: 2,
      capped: false,
      sums: { ...pameran, leads: 8 },
    })
  })

  test('each figure counts as many as the list behind it has', async () => {
    for (const by of lead.origins)
      for (const line of await linesOf({ by }))
        for (const [name, filter] of Object.entries(behind)) {
          const { count } = await head.data(lead.count, { [by]: line.key, ...filter })
          expect(count, `${name} of ${line.key}`).toBe(line[name as keyof typeof behind])
        }
  })

  test('pages hold every line once, in either direction', async () => {
    for (const sort of ['importedAt', '-importedAt'] as const) {
      const keys: string[] = []
      let after: { importedAt: number; key: string } | undefined
      do {
        const page = await head.data(lead.originList, { sort, limit: 1, ...(after && { after }) })
        keys.push(...page.rows.map(({ key }) => key))
        after = page.next ?? undefined
      } while (after)
      expect(keys).toEqual(sort === 'importedAt' ? ['SATU', 'DUA', 'TIGA'] : ['TIGA', 'DUA', 'SATU'])
    }
  })

  test('the same is counted in other batches of the log', async () => {
    const read = async () =>
      Promise.all(
        Object.keys(leadCounter.tables).map(async (table) => {
          const { rows } = await sql`select * from ${sql.table(table)} order by 1, 2, 3`.execute(app.db.sql)
          return rows
        }),
      )
    const before = await read()
    const { pos } = await app.db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
    await app.db.sql.transaction().execute(async (tx) => {
      await forgetCounts(tx, [leadCounter])
      for (let from = 0; from < pos; from += 1) await leadCounter.count(tx, from, from + 1)
    })
    expect(await read()).toEqual(before)
    await app.db.sql.transaction().execute(async (tx) => {
      await forgetCounts(tx, [leadCounter])
      await countUpTo(tx, leadCounter, pos, () => {})
    })
    expect(await read()).toEqual(before)
  })
})

const figuresOf = (some: Partial<Record<keyof typeof behind, number>>) => ({
  leads: 0,
  repeated: 0,
  reached: 0,
  registered: 0,
  applied: 0,
  paid: 0,
  ...some,
})
