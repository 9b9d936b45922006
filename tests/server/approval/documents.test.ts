import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { watermarked } from '../../../src/server/approval/documents.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import * as approval from '../../../src/services/approval.ts'
import { oneEngine } from '../../kit/engines.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { base64 } from '../../kit/photo.ts'
import { withApp } from '../../kit/withApp.ts'

const plain = (background: string, width = 1200, height = 760) =>
  sharp({ create: { width, height, channels: 3, background } })
    .webp({ quality: 80 })
    .toBuffer()

/** The share (0 to 1) of a plain picture's pixels that now have another colour; WebP's own changes are not counted. */
const written = async (picture: Buffer, background: string): Promise<number> => {
  const greys = (of: Buffer) => sharp(of).greyscale().raw().toBuffer()
  const [ground] = await greys(await plain(background, 8, 8))
  const pixels = await greys(picture)
  return pixels.filter((grey) => Math.abs(grey - ground!) > 20).length / pixels.length
}

const looker = { name: 'Rosita Halim', id: 'staff/7', at: Date.UTC(2026, 10, 21, 3) }

describe('the mark of who looks', () => {
  test.each(['#ffffff', '#000000', '#7090b0'])(
    'can be seen on %s, and leaves most of the picture as it is',
    async (background) => {
      const before = await plain(background)
      expect(await written(before, background)).toBe(0)
      const share = await written(await watermarked(before, looker), background)
      expect(share).toBeGreaterThan(0.01)
      expect(share).toBeLessThan(0.2)
    },
  )

  test('is all over it, so that no part of it is without', async () => {
    const marked = await watermarked(await plain('#ffffff'), looker)
    for (const left of [0, 600])
      for (const top of [0, 380]) {
        const part = await sharp(marked).extract({ left, top, width: 600, height: 380 }).toBuffer()
        expect(await written(part, '#ffffff')).toBeGreaterThan(0.005)
      }
  })

  test('says who and when: another name or minute is another picture', async () => {
    const picture = await plain('#ffffff')
    const same = await watermarked(picture, looker)
    expect((await watermarked(picture, looker)).equals(same)).toBe(true)
    for (const other of [{ name: 'Budi' }, { id: 'staff/8' }, { at: looker.at + 1000 }])
      expect((await watermarked(picture, { ...looker, ...other })).equals(same)).toBe(false)
  })

  test.each(['O\'Neil & <b>"Sons"</b>', '张伟', 'x'.repeat(100)])('takes any name: %s', async (name) => {
    const marked = await watermarked(await plain('#ffffff'), { ...looker, name })
    expect(await written(marked, '#ffffff')).toBeGreaterThan(0.01)
  })

  test.each([
    [1, 1],
    [40, 1600],
    [1600, 40],
  ])('fits a picture of %i by %i', async (width, height) => {
    const marked = await sharp(await watermarked(await plain('#ffffff', width, height), looker)).metadata()
    expect({ format: marked.format, width: marked.width, height: marked.height }).toEqual({
      format: 'webp',
      width,
      height,
    })
  })
})

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const reviewer = as('reviewer1')

  const viewings = async (orderNo: string) => {
    const rows = await app.db.sql
      .selectFrom('audit')
      .select(['actor', 'data'])
      .where('type', '=', 'documentViewed')
      .where('subject', '=', `approval/${orderNo}`)
      .orderBy('pos')
      .execute()
    return rows.map(({ actor, data }) => ({ actor, ...(JSON.parse(data) as { document: string; kind: string }) }))
  }

  const withTwo = async () => {
    const image = base64(await plain('#7090b0', 600, 380))
    const orderNo = await waitingOrder(app, {
      documents: [
        { kind: 'idFront', image },
        { kind: 'handheld', image },
      ],
    })
    await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
    return { orderNo, ids: (await reviewer.data(approval.detail, { orderNo })).documents.map(({ id }) => id) }
  }

  test('every viewing of every document is one entry of the audit chain', async () => {
    const { orderNo, ids } = await withTwo()
    expect(await viewings(orderNo)).toEqual([])
    for (const id of [ids[0]!, ids[1]!, ids[0]!]) await reviewer.data(approval.document, { orderNo, id })
    expect((await viewings(orderNo)).map(({ actor, document, kind }) => [actor, document, kind])).toEqual([
      [reviewer.id, ids[0], 'idFront'],
      [reviewer.id, ids[1], 'handheld'],
      [reviewer.id, ids[0], 'idFront'],
    ])
    expect((await verify(app.db)).problems).toEqual([])
  })

  test('a viewing whose answer was lost and asked for again is one, and under another claim another', async () => {
    const { orderNo, ids } = await withTwo()
    for (let sent = 0; sent < 3; sent += 1)
      await reviewer.data(approval.document, { orderNo, id: ids[0]! }, { key: `view ${orderNo}` })
    expect(await viewings(orderNo)).toHaveLength(1)

    app.clock.advance(1000)
    await reviewer.data(approval.firstRelease, { orderNo, version: 3 })
    await reviewer.data(approval.firstClaim, { orderNo, version: 4 })
    await reviewer.data(approval.document, { orderNo, id: ids[0]! }, { key: `view ${orderNo}` })
    expect(await viewings(orderNo)).toHaveLength(2)
  })

  test('what was refused was not seen', async () => {
    const { orderNo, ids } = await withTwo()
    const colleague = await app.login('reviewer1.2')
    expect(await colleague.call(approval.document, { orderNo, id: ids[0]! })).toMatchObject({ code: 404 })
    expect(await reviewer.call(approval.document, { orderNo, id: 'none' })).toMatchObject({ code: 404 })
    expect(await viewings(orderNo)).toEqual([])
  })

  test('a document is sent with the mark of whoever asked for it, and kept without', async () => {
    const { orderNo, ids } = await withTwo()
    const look = async () => (await reviewer.data(approval.document, { orderNo, id: ids[0]! })).image
    const first = await look()
    expect(await look()).toBe(first)
    app.clock.advance(60_000)
    expect(await look()).not.toBe(first)
    const { application } = (await app.server.store.state(`approval/${orderNo}`)).context
    const kept = await app.server.vault.readDocument(application!.person, ids[0]!)
    expect(await written(kept!.bytes, '#7090b0')).toBe(0)
    expect(await written(Buffer.from(first, 'base64'), '#7090b0')).toBeGreaterThan(0.01)
  })
})
