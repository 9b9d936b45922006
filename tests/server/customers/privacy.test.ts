import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import * as approval from '../../../src/services/approval.ts'
import * as intake from '../../../src/services/intake.ts'
import { oneEngine } from '../../kit/engines.ts'
import { allEvents, logProblems } from '../../kit/log.ts'
import { passing, passingCustomer } from '../../kit/passing.ts'
import { base64, photo, secretInPhoto } from '../../kit/photo.ts'
import { countRows, textOf } from '../../kit/tables.ts'
import { withApp } from '../../kit/withApp.ts'

/** A customer with values that are easy to find again. */
const conspicuous = () =>
  passingCustomer({
    name: 'Zulaikha Xaveria',
    phone: '0857-7766-5544',
    email: 'zulaikha.x@rahasia.example',
    address: { street: 'Jalan Rahasia 77', city: 'Jakarta Pusat', province: '31' },
    employment: { employer: 'Toko Tersembunyi', job: 'Kasir', monthlyIncome: 6_543_210, since: '2019-02-01' },
    bank: { name: 'BCA', account: '8800771122', holder: 'Zulaikha Xaveria' },
    contacts: [{ name: 'Quraisy Kontak', phone: '081311122233', relationship: 'friend', consented: true }],
  })

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const reviewer = as('reviewer1')

  describe('a document', () => {
    const documentOf = async (image: Uint8Array) => {
      const orderNo = await app.apply({
        customer: passingCustomer(),
        documents: [{ kind: 'idFront', image: base64(image) }],
      })
      await app.settle()
      await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
      const { documents } = await reviewer.data(approval.detail, { orderNo })
      const { mime, image: stored } = await reviewer.data(approval.document, { orderNo, id: documents[0]!.id })
      return { mime, bytes: Buffer.from(stored, 'base64') }
    }

    test('is made anew as WebP, and its metadata is gone', async () => {
      const taken = await photo()
      expect(taken.includes(secretInPhoto)).toBe(true)
      const { mime, bytes } = await documentOf(taken)
      const { format, width, height, exif, xmp, icc } = await sharp(bytes).metadata()
      expect({ mime, format, width, height, exif, xmp, icc }).toEqual({
        mime: 'image/webp',
        format: 'webp',
        width: 64,
        height: 40,
        exif: undefined,
        xmp: undefined,
        icc: undefined,
      })
      expect(bytes.includes(secretInPhoto)).toBe(false)
    })

    test('stands upright although its metadata, which said how, is gone', async () => {
      const lying = await sharp(await photo())
        .withMetadata({ orientation: 6 })
        .toBuffer()
      const { width, height } = await sharp((await documentOf(lying)).bytes).metadata()
      expect({ width, height }).toEqual({ width: 40, height: 64 })
    })

    test('is reduced to what a person can read', async () => {
      const { width } = await sharp((await documentOf(await photo(3000))).bytes).metadata()
      expect(width).toBe(1600)
    })

    test('comes to the holder of the claim alone, marked as theirs, and each time is an entry', async () => {
      const orderNo = await app.apply({
        customer: passingCustomer(),
        documents: [{ kind: 'idFront', image: base64(await photo(600)) }],
      })
      await app.settle()
      const lead = await app.login('reviewLead')
      const { documents } = await lead.data(approval.detail, { orderNo })
      const wanted = { orderNo, id: documents[0]!.id }
      // Neither the right to open the order nor the right to reveal a field gives access to a picture.
      for (const other of [lead, reviewer, await app.login('support'), await app.login('admin')])
        expect(await other.call(approval.document, wanted)).toMatchObject({ code: 404 })
      expect(await app.nobody.call(approval.document, wanted)).toMatchObject({ code: 403 })
      await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
      const mine = await reviewer.data(approval.document, wanted)
      const { application: applied } = (await app.server.store.state(`approval/${orderNo}`)).context
      const kept = (await app.server.vault.readDocument(applied!.person, wanted.id))!.bytes
      const pixels = async (bytes: Uint8Array) => (await sharp(bytes).raw().toBuffer()).toString('base64')
      expect(await pixels(Buffer.from(mine.image, 'base64'))).not.toBe(await pixels(kept))
      const entries = await app.db.sql
        .selectFrom('audit')
        .select(['actor', 'type'])
        .where('subject', '=', `approval/${orderNo}`)
        .where('type', '=', 'documentViewed')
        .execute()
      expect(entries).toEqual([{ actor: reviewer.id, type: 'documentViewed' }])
      expect(await lead.call(approval.document, wanted)).toMatchObject({ code: 404 })
    })

    const drawing = { create: { width: 9, height: 9, channels: 3 as const, background: '#fff' } }
    test.each([
      ['a JPEG that breaks off', async () => (await photo()).subarray(0, 400)],
      ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
      ['a GIF', () => sharp(drawing).gif().toBuffer()],
      ['a TIFF', () => sharp(drawing).tiff().toBuffer()],
      [
        'more pixels than a camera has',
        () =>
          sharp({ create: { ...drawing.create, width: 8000, height: 7000 } })
            .png()
            .toBuffer(),
      ],
      ['nothing', async () => Buffer.alloc(0)],
    ])('that is %s is refused', async (_, make) => {
      const before = await countRows(app.db)
      const body = passing({ documents: [{ kind: 'idFront', image: base64(await make()) }] })
      expect(await app.customerApp.call(intake.apply, body, { key: randomUUID() })).toMatchObject({
        code: 400,
        data: { issues: [{ field: 'documents.0.image', reason: 'image' }] },
      })
      expect(await countRows(app.db)).toEqual(before)
    })
  })

  describe('personal data', () => {
    test('is in no event, no stored answer, no snapshot, no job, no audit entry and no list', async () => {
      const who = conspicuous()
      const orderNo = await app.apply({ customer: who, documents: [{ kind: 'idFront', image: base64(await photo()) }] })
      await app.settle()
      await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
      const { person } = await reviewer.data(approval.detail, { orderNo })
      expect(person.name).toBe(who.name)
      await reviewer.data(approval.firstPass, { orderNo, version: 3, amount: 2_000_000, term: 30 })

      const text = await textOf(
        app.db,
        'es_event',
        'es_command',
        'es_stream',
        'es_effect',
        'es_deadline',
        'audit',
        'approval',
      )
      expect(text).toContain(orderNo)
      const phone = '+6285777665544'
      const secrets = [
        who.name,
        'Zulaikha',
        who.nik,
        phone,
        phone.slice(3),
        who.phone,
        who.email,
        who.bank.account,
        'Rahasia',
        'Tersembunyi',
        '6543210',
        'Quraisy',
        '81311122233',
      ]
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    })

    test('is encrypted, and its look-up is no plain hash', async () => {
      const who = conspicuous()
      const orderNo = await app.apply({ customer: who, documents: [{ kind: 'idFront', image: base64(await photo()) }] })
      await app.settle()
      const { application: applied } = (await app.server.store.state(`approval/${orderNo}`)).context
      const { rows } = await sql<{ sealed: Uint8Array }>`
        select data as sealed from person where person = ${applied!.person}
        union all select brief from person where person = ${applied!.person}
        union all select data from document where person = ${applied!.person}`.execute(app.db.sql)
      const stored = rows.map(({ sealed }) => Buffer.from(sealed))
      // The record, its brief for lists, the photograph, and the bureau's answer.
      expect(stored).toHaveLength(4)
      const readable = [who.nik, who.name, who.email, 'Z***', 'RIFF', 'WEBP', 'loanQuality', 'documents']
      expect(readable.filter((part) => stored.some((bytes) => bytes.includes(part)))).toEqual([])
      const { rows: found } = await sql<{ n: number }>`
        select count(*)::int as n from person_lookup
        where digest in (encode(sha256(${who.nik}::bytea), 'hex'), encode(sha256(${`nik ${who.nik}`}::bytea), 'hex'))`.execute(
        app.db.sql,
      )
      expect(found).toEqual([{ n: 0 }])
    })

    test('is erased with its key, and the log stays whole', async () => {
      const who = conspicuous()
      const orderNo = await app.apply({ customer: who })
      await app.settle()
      const events = await allEvents(app.db)
      const { application: applied } = (await app.server.store.state(`approval/${orderNo}`)).context
      await app.db.sql.deleteFrom('person_key').where('person', '=', applied!.person).execute()
      await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
      const { person, order } = await reviewer.data(approval.detail, { orderNo })
      expect({ name: person.name, nik: person.nik, customer: order.customer, phone: order.phone }).toEqual({
        name: '',
        nik: '',
        customer: '',
        phone: '',
      })
      expect((await allEvents(app.db)).slice(0, events.length)).toEqual(events)
      expect(await logProblems(app.db)).toEqual([])
    })
  })
})
