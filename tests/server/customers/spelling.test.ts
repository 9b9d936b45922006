import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { businessDay } from '../../../src/machines/calendar.ts'
import type { Endpoint } from '../../../src/services/endpoint.ts'
import { oneEngine } from '../../kit/engines.ts'
import { textsIn } from '../../kit/inputs.ts'
import { withApp } from '../../kit/withApp.ts'

const spellings = {
  phone: (value: string) => {
    const rest = value.slice('+62'.length)
    const [head, ...tail] = [rest.slice(0, 3), rest.slice(3, 7), rest.slice(7)]
    return [
      value,
      rest,
      `0${rest}`,
      `(0${head}) ${tail.join('-')}`,
      `62.${head}.${tail.join('.')}`,
      ` +62 ${head} ${tail.join(' ')} `,
    ]
  },
  nik: (value: string) => [
    value,
    value.replaceAll(/(.{4})(?=.)/g, '$1 '),
    value.replaceAll(/(.{6})(?=.)/g, '$1.'),
    ` ${value} `,
  ],
  fullName: (value: string) => [value, value.toLowerCase(), ` ${value.toUpperCase().replaceAll(' ', '   ')} `],
}
type Schema = { _zod: { def: { shape?: object } } }
type Field = keyof typeof spellings
const fields = Object.keys(spellings) as Field[]

describe.each(oneEngine())('however it is written, on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl, orders: 300 })
  const admin = as('admin')

  /** What a list is read with. Each search is an entry of the audit, so that is read up to now. */
  const needed = (list: string): object =>
    ({
      'approve.list': { list: 'all' },
      'loan.list': { list: 'all' },
      'loan.dayList': { day: businessDay(app.clock.now()) },
      'audit.list': { to: app.clock.now() },
    })[list] ?? {}
  /** A list is what answers a page at a time. */
  const lists = () =>
    app.mounted.filter(
      ({ body }) => fieldsOf(body).length > 0 && 'limit' in ((body as unknown as Schema)._zod.def.shape ?? {}),
    )
  const fieldsOf = (body: unknown) => {
    const paths = new Set(textsIn(body).map(({ path }) => path))
    return fields.filter((field) => paths.has(`.${field}`))
  }
  const rowsOf = async (list: Endpoint, filter: object) => {
    const { code, msg, data } = await admin.call(list, { ...needed(list.id), ...filter })
    if (code) throw new Error(`${list.id}: ${msg}`)
    return (data as { rows: Record<string, unknown>[] }).rows
  }
  /** The newest record of the customer whom a row is about, or of the prospect. */
  const customerOf = async (row: Record<string, unknown>) => {
    const { db, vault } = app.server
    const { rows } = await sql<{ person: string }>`
      select person from approval where order_no = ${row['orderNo'] ?? null}`.execute(db.sql)
    const person = rows[0]?.person ?? String(row['lead'] ?? row['id'])
    const version = await vault.newest(person)
    const [record] =
      version > 0 ? await vault.read([{ person, version }]) : [(await vault.prospects([person])).get(person)]
    return record && { phone: record.phone, fullName: record.name, nik: 'nik' in record ? record.nik : '' }
  }

  test('a customer is found in every list that is searched by phone, NIK or name', async () => {
    const tried: Record<string, Field[]> = {}
    for (const list of lists()) {
      const customer = (await Promise.all((await rowsOf(list, {})).slice(0, 20).map(customerOf))).find(Boolean)
      if (!customer) continue
      tried[list.id] = fieldsOf(list.body)
      for (const field of fieldsOf(list.body)) {
        const found = await rowsOf(list, { [field]: customer[field] })
        expect(found.length, `${list.id} by ${field}`).toBeGreaterThan(0)
        for (const spelt of spellings[field](customer[field]))
          expect(await rowsOf(list, { [field]: spelt }), `${list.id} by ${field} ${spelt}`).toEqual(found)
      }
    }
    expect(tried).toEqual({
      'approve.list': ['phone', 'nik'],
      'order.list': ['phone', 'nik', 'fullName'],
      'loan.list': ['phone', 'nik', 'fullName'],
      'loan.dayList': ['phone', 'nik', 'fullName'],
      'repay.plan': ['phone', 'nik', 'fullName'],
      'repay.payments': ['phone', 'nik', 'fullName'],
      'audit.list': ['phone', 'nik'],
      'recoveryCase.list': ['phone', 'nik', 'fullName'],
      'recoveryCase.waiting': ['phone', 'nik', 'fullName'],
      'lead.list': ['phone', 'fullName'],
      'quality.list': ['phone', 'fullName'],
      'message.list': ['phone'],
      'verifyCode.list': ['phone', 'fullName'],
    })
  })
})
