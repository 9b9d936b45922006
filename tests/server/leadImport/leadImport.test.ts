import { writeXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { runImport } from '../../../src/server/leadImport/runImport.ts'
import * as contact from '../../../src/services/contact.ts'
import { eraseLead } from '../../../src/services/erasure.ts'
import * as intake from '../../../src/services/intake.ts'
import * as lead from '../../../src/services/lead.ts'
import * as leadImport from '../../../src/services/leadImport.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'
import { zipOf } from '../../kit/zip.ts'

const content = (...lines: string[]) => Buffer.from(`${lines.join('\n')}\n`).toString('base64')
const head = 'No HP,Nama,Provinsi'
const origin = { name: 'leads.csv', batch: 'B-1', source: 'event', proof: 'form of the fair' }

/** A workbook of one lead whose phone is a formula. */
const withFormula = async () => {
  const rows = [
    ['No HP', 'Nama', 'Provinsi'],
    ['081290000001', 'Siti', '31'],
    [null, 'Budi', '31'],
  ]
  const cells = new Map([['2,0', { formula: 'A2', formulaResult: '081290000001' }]])
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'one', rows, cells }] }))
}
const bomb = (claimed: object = {}) =>
  zipOf([
    { name: 'xl/workbook.xml', content: Buffer.from('<workbook/>') },
    { name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(80 * 1024 * 1024), ...claimed },
  ])
const ofRows = (count: number) => Buffer.from(`${head}\n${'1,A,31\n'.repeat(count)}`)

/** Each file, the reason why it is refused, and what the words say. */
const badFiles: [string, string, string, () => Buffer | Promise<Buffer>][] = [
  ['more rows than allowed', 'tooManyRows', 'more than 100,000 rows', () => ofRows(100_001)],
  ['half a million rows', 'tooManyRows', 'more than 100,000 rows', () => ofRows(500_000)],
  ['a workbook that unpacks to 80 MB', 'tooBig', 'too large', () => bomb()],
  ['one that says it is small', 'tooBig', 'too large', () => bomb({ claimedLength: 100 })],
  ['a formula as a phone', 'formula', 'Cell A3 has a formula', withFormula],
]

describe.each(oneEngine())('files of leads on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let caller: Caller
  beforeEach(async () => {
    caller = await app.login('telemarketingLead')
  })

  const newest = async () => (await caller.data(leadImport.list, {})).imports[0]!
  const uploaded = async (...lines: string[]) => {
    await caller.data(leadImport.upload, { ...origin, content: content(...lines) })
    app.clock.advance(1000)
    return newest()
  }
  const confirmed = async ({ id, version }: leadImport.LeadImport) => {
    await caller.data(leadImport.confirm, { id, version })
    await app.settle()
    return newest()
  }
  const requestsOf = async (phone: string) => (await caller.data(lead.list, { phone })).rows[0]?.requests
  const kept = async () => (await app.db.sql.selectFrom('lead_import_row').selectAll().execute()).length

  test('phones of all shapes are leads, and each error has its line and column', async () => {
    const one = await uploaded(
      head,
      '0812-1000-0001,Siti,31',
      '62812 1000 0002,Budi,DKI Jakarta',
      '81210000003,Ani,Jawa Barat',
      '+62 (812) 1000.0001,Siti lagi,31',
      ',Tanpa nomor,31',
      '021555,Salah,Atlantis',
      '081210000004,,31',
    )
    expect(one).toMatchObject({
      state: 'staged',
      rows: 3,
      doubled: 1,
      wrong: 3,
      faults: [
        { n: 6, column: 'phone', reason: 'required' },
        { n: 7, column: 'phone', reason: 'phone' },
        { n: 7, column: 'province', reason: 'province' },
        { n: 8, column: 'name', reason: 'required' },
      ],
    })
    // A dry run: nothing was imported.
    expect(await requestsOf('081210000001')).toBeUndefined()
    expect(await confirmed(one)).toMatchObject({ state: 'done', counts: { imported: 3, repeated: 0 } })
    expect(await requestsOf('081210000003')).toBe(1)
    expect(await kept()).toBe(0)
  })

  test('the same file twice changes nothing but the requests', async () => {
    const lines = [head, '081220000001,Siti,31', '081220000002,Budi,32']
    await confirmed(await uploaded(head, ...lines))
    const events = async () => (await app.db.sql.selectFrom('lead').selectAll().execute()).length
    const before = await events()
    expect(await confirmed(await uploaded(head, ...lines))).toMatchObject({ counts: { imported: 0, repeated: 2 } })
    expect(await events()).toBe(before)
    expect(await requestsOf('081220000001')).toBe(2)
  })

  test('a file of many rows is imported in parts, each row once', async () => {
    const lines = Array.from({ length: 2_100 }, (_, nth) => `08123${String(nth).padStart(7, '0')},Calon ${nth},31`)
    const one = await uploaded(head, ...lines)
    expect(await confirmed(one)).toMatchObject({ rows: 2_100, counts: { imported: 2_100, repeated: 0 } })
  })

  test('a file leaves out the phone of an erased person who wanted no marketing', async () => {
    const lines = ['081240000001,Ani,31', '081240000002,Budi,31']
    await confirmed(await uploaded(head, ...lines))
    const admin = await app.login('admin')
    await app.customerApp.data(intake.optOut, { phone: '081240000001' }, { key: 'out' })
    for (const [phone] of lines.map((line) => line.split(',')) as [string][]) {
      const [{ id }] = (await caller.data(lead.list, { phone })).rows as [lead.Lead]
      await admin.data(eraseLead, { id, reason: 'the person asked for it' })
    }
    expect((await confirmed(await uploaded(head, ...lines))).counts).toMatchObject({ imported: 1, barred: 1 })
  })

  test('two files with the same people, imported at once, make each a lead once', async () => {
    const twice = () => app.db.sql.selectFrom('lead').select('id').where('requests', '=', 2).execute()
    const before = (await twice()).length
    const phones = Array.from({ length: 60 }, (_, nth) => `08127${String(nth).padStart(7, '0')}`)
    const lines = phones.map((phone) => `${phone},Calon,31`)
    const one = await uploaded(head, ...lines)
    const other = await uploaded(head, ...lines.toReversed())
    for (const { id, version } of [one, other]) await caller.data(leadImport.confirm, { id, version })
    const steps = [one, other].map(
      ({ id }) =>
        () =>
          runImport(app.server)({ stream: `leadImport/${id}` } as never, {} as never),
    )
    // Each by itself, as two servers have them.
    for (let round = 0; round < 3; round += 1) await Promise.all(steps.map((step) => step()))
    await app.settle()
    const counts = (await caller.data(leadImport.list, {})).imports.slice(0, 2).map((its) => its.counts!)
    expect(counts.reduce((sum, { imported }) => sum + imported, 0)).toBe(60)
    expect(counts.reduce((sum, { repeated }) => sum + repeated, 0)).toBe(60)
    expect((await twice()).length).toBe(before + 60)
    const { consents } = (await caller.data(lead.detail, { id: (await twice()).at(-1)!.id })).contact
    expect(consents).toHaveLength(2)
  })

  test('an import gives consent to the channels that its proof is for, and never again one that was withdrawn', async () => {
    const [phone, other] = ['081280000001', '081280000002']
    const file = content(head, `${phone},Siti,31`, `${other},Budi,31`)
    const importFor = async (channels?: ('phone' | 'sms' | 'whatsapp' | 'email')[]) => {
      await caller.data(leadImport.upload, { ...origin, content: file, ...(channels && { channels }) })
      app.clock.advance(1000)
      return confirmed(await newest())
    }
    const idOf = async (of: string) => (await caller.data(lead.list, { phone: of })).rows[0]!.id
    const consentsOf = async (of: string) => {
      const { consents } = (await caller.data(lead.detail, { id: await idOf(of) })).contact
      return consents.map(({ channel, given }) => `${channel} ${given}`).toSorted()
    }
    expect(await importFor()).toMatchObject({ state: 'done', channels: ['phone', 'whatsapp'] })
    expect(await consentsOf(phone)).toEqual(['phone true', 'whatsapp true'])
    const support = await app.login('support')
    const id = await idOf(phone)
    const version = await app.server.store.version(`contact/${id}`)
    await support.data(contact.withdrawConsent, { id, version, purpose: 'marketing', channel: 'sms' })
    expect(await importFor(['sms', 'email', 'sms'])).toMatchObject({ channels: ['sms', 'email'] })
    expect(await consentsOf(phone)).toEqual(['email true', 'phone true', 'sms false', 'whatsapp true'])
    expect(await consentsOf(other)).toEqual(['email true', 'phone true', 'sms true', 'whatsapp true'])
    const none = await caller.call(leadImport.upload, { ...origin, content: file, channels: [] })
    expect(none).toMatchObject({ code: 400, data: { issues: [{ field: 'channels', reason: 'required' }] } })
  })

  test('people whom nobody knows agree to the channels of their import alone', async () => {
    const file = content(head, '081280000003,Ani,31', '081280000004,Tono,31')
    await caller.data(leadImport.upload, { ...origin, content: file, channels: ['sms'] })
    app.clock.advance(1000)
    await confirmed(await newest())
    for (const phone of ['081280000003', '081280000004']) {
      const [{ id }] = (await caller.data(lead.list, { phone })).rows as [lead.Lead]
      const { consents } = (await caller.data(lead.detail, { id })).contact
      expect(consents).toEqual([expect.objectContaining({ purpose: 'marketing', channel: 'sms', given: true })])
    }
  })

  test('leads that a call brings agree to the channels that it names, and to those of sellers where it names none', async () => {
    const consentsOf = async (phone: string, channels?: ('sms' | 'email')[]) => {
      const leads = [{ phone, name: 'Rina', province: '31' }]
      const origin = { batch: 'B-5', source: 'event', proof: 'form of the fair' }
      await caller.data(lead.importLeads, { ...origin, leads, ...(channels && { channels }) })
      const [{ id }] = (await caller.data(lead.list, { phone })).rows as [lead.Lead]
      const { consents } = (await caller.data(lead.detail, { id })).contact
      return consents.map(({ channel }) => channel).toSorted()
    }
    expect(await consentsOf('+6281280000005', ['sms', 'email'])).toEqual(['email', 'sms'])
    expect(await consentsOf('+6281280000006')).toEqual(['phone', 'whatsapp'])
  })

  test('columns may have other heads, which are named', async () => {
    const file = content('Kontak;Siapa;Di mana', '081240000001;Siti;31')
    const unnamed = await caller.call(leadImport.upload, { ...origin, content: file })
    expect(unnamed).toMatchObject({ code: 400 })
    expect(JSON.stringify(unnamed)).toContain('The file has no column for: Phone')
    const named = { phone: 'kontak', person: 'siapa', province: 'di mana' }
    await caller.data(leadImport.upload, { ...origin, ...named, content: file })
    expect(await newest()).toMatchObject({ rows: 1, wrong: 0 })
  })

  test('a file without a proof of consent, of another kind or of nothing is refused in words', async () => {
    const file = content(head, '081250000001,Siti,31')
    const refused = async (body: object) =>
      (await caller.call(leadImport.upload, { ...origin, content: file, ...body })).code
    expect(await refused({ proof: ' ' })).toBe(400)
    expect(await refused({ source: 'Budi 081277700099' })).toBe(400)
    expect(await refused({ content: Buffer.from('%PDF-1.7').toString('base64') })).toBe(400)
    expect(await refused({ content: content(head) })).toBe(400)
  })

  test.each(badFiles)('%s: the file is refused in words, and nothing of it is kept', async (_, reason, words, file) => {
    const [imports, rows] = [(await caller.data(leadImport.list, {})).imports, await kept()]
    const answer = await caller.call(leadImport.upload, { ...origin, content: (await file()).toString('base64') })
    expect(answer).toMatchObject({ code: 400, data: { issues: [{ field: 'content', reason }] } })
    expect(JSON.stringify(answer)).toContain(words)
    expect([(await caller.data(leadImport.list, {})).imports, await kept()]).toEqual([imports, rows])
  })

  test('a file of a million rows is larger than an upload may be', async () => {
    const before = await kept()
    const body = { ...origin, content: ofRows(1_000_000).toString('base64') }
    expect(await caller.call(leadImport.upload, body)).toHaveCode(413)
    expect(await kept()).toBe(before)
  })

  test('the rows wait sealed, and are dropped when nobody confirms', async () => {
    await uploaded(head, '081260000001,Rahasia Sekali,31')
    const rows = await app.db.sql.selectFrom('lead_import_row').select('data').execute()
    expect(rows).not.toHaveLength(0)
    expect(rows.every(({ data }) => !data.toString('latin1').includes('Rahasia'))).toBe(true)
    app.clock.advance(25 * 3_600_000)
    await app.settle()
    caller = await app.login('telemarketingLead')
    expect(await newest()).toMatchObject({ state: 'dropped' })
    expect(await kept()).toBe(0)
  })
})
