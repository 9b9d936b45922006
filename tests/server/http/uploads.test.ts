import { setImmediate } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { reencoded as reencodedOf } from '../../../src/server/approval/documents.ts'
import { createTurns } from '../../../src/server/kit/turns.ts'
import { zipOf } from '../../../src/services/zip.ts'
import { photo } from '../../kit/photo.ts'

const reencoded = (image: Buffer) => reencodedOf(image, 'anyone')

const marker = 'polyglot-payload-7f3a'
const script = `<script>alert('${marker}')</script>`

const pngChunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG that claims these dimensions, whatever its pixels. */
const pngOf = (width: number, height: number, pixels: Uint8Array, more: Buffer = Buffer.alloc(0)) => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    pngChunk('IHDR', head),
    more,
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const drawing = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#789' } })

/** Inserts a comment before a JPEG's picture, where readers of other formats look. */
const withComment = (jpeg: Buffer, comment: Buffer) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(comment.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, comment, jpeg.subarray(2)])
}

describe('a picture that is something else as well', () => {
  const archive = () => {
    const pieces = [new TextEncoder().encode(script)]
    return Buffer.concat(zipOf([{ name: `${marker}.html`, pieces }], 0))
  }

  test.each<[string, () => Promise<Buffer>]>([
    ['a page behind it', async () => Buffer.concat([await photo(), Buffer.from(`<html>${script}</html>`)])],
    ['an archive behind it', async () => Buffer.concat([await photo(), archive()])],
    ['a page in its comment', async () => withComment(await photo(), Buffer.from(`*/=0;${script}/*`))],
    ['a PDF in its comment', async () => withComment(await photo(), Buffer.from(`%PDF-1.4\n${marker}\n%%EOF`))],
    [
      'a script in a text of a PNG',
      async () => pngOf(8, 8, Buffer.alloc(16), pngChunk('tEXt', Buffer.from(`Comment\0${script}`))),
    ],
    [
      'a program behind a PNG',
      async () => Buffer.concat([await drawing().png().toBuffer(), Buffer.from(`MZ\u0090\0${marker}`)]),
    ],
    [
      'a shell script behind a WebP',
      async () => Buffer.concat([await drawing().webp().toBuffer(), Buffer.from(`\n#!/bin/sh\necho ${marker}`)]),
    ],
    [
      'where it was taken, in three kinds of metadata',
      async () =>
        drawing()
          .withExif({ IFD0: { ImageDescription: script }, IFD3: { GPSLatitude: '6/1 10/1 31/1' } })
          .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${marker}</x:xmpmeta>`)
          .withIccProfile('p3')
          .jpeg()
          .toBuffer(),
    ],
  ])('with %s is kept as a picture and nothing else', async (_, make) => {
    const given = await make()
    const made = (await reencoded(given))!
    expect(made.subarray(0, 4).toString() + made.subarray(8, 12).toString()).toBe('RIFFWEBP')
    // A WebP states its length, so nothing can follow it.
    expect(made.readUInt32LE(4) + 8).toBe(made.length)
    const { format, exif, xmp, icc, iptc } = await sharp(made).metadata()
    expect({ format, exif, xmp, icc, iptc }).toEqual({ format: 'webp' })
    for (const trace of [marker, '<script', '%PDF', 'MZ\u0090', '#!/bin', 'GPS'])
      expect([trace, made.includes(trace)]).toEqual([trace, false])
  })

  test('that carries nothing else is as legible as before', async () => {
    const made = (await reencoded(await photo(900)))!
    expect(await sharp(made).metadata()).toMatchObject({ width: 900, height: 40 })
  })
})

describe('what is no picture of the three kinds is refused, whatever it calls itself', () => {
  const svg = (inside: string) =>
    Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`)

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a page', () => Buffer.from(`<!doctype html>${script}`)],
    ['a drawing with a script', () => svg(script)],
    ['a drawing that reads a file', () => svg('<image href="file:///etc/passwd" width="9" height="9"/>')],
    [
      'a drawing whose entities grow without end',
      () =>
        Buffer.from(
          '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>',
        ),
    ],
    ['a PDF', () => Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')],
    [
      'a PDF that says it is a JPEG',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('%PDF-1.4')]),
    ],
    ['a GIF', () => drawing().gif().toBuffer()],
    ['a TIFF', () => drawing().tiff().toBuffer()],
    ['an AVIF', () => drawing().avif({ effort: 0 }).toBuffer()],
    ['raw pixels', () => drawing().raw().toBuffer()],
    ['a program', () => Buffer.from('MZ\u0090\0\u0003')],
    ['a moving picture’s head', () => Buffer.from('\0\0\0\u0018ftypmp42', 'latin1')],
    ['a line of a sharp command', () => Buffer.from('v1,icc')],
    ['one byte', () => Buffer.from([0xff])],
    ['half a PNG', async () => (await drawing().png().toBuffer()).subarray(0, 60)],
    [
      'a PNG with a bit turned over',
      async () => {
        const png = await sharp(await photo(300))
          .png()
          .toBuffer()
        png[png.length >> 1]! ^= 0x40
        return png
      },
    ],
  ])('%s', async (_, make) => {
    expect(await reencoded(await make())).toBeUndefined()
  })

  test.each([
    ['more pixels than it may have', 20_000, 20_000],
    ['as many pixels as there are numbers', 0x7fff_ffff, 0x7fff_ffff],
    ['no pixels', 0, 0],
    ['a line of a hundred million', 100_000_000, 1],
  ])('a few bytes that say they are %s take no memory', async (_, width, height) => {
    const bomb = pngOf(width, height, Buffer.alloc(100_000))
    expect(bomb.length).toBeLessThan(1000)
    const before = process.memoryUsage().rss
    expect(await reencoded(bomb)).toBeUndefined()
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })
})

test('of many pictures one is made anew at a time', async () => {
  const given = await photo(3000)
  let done = false
  const all = Promise.all(Array.from({ length: 8 }, () => reencoded(given))).finally(() => (done = true))
  let most = 0
  // sharp updates its counters only while its threads do other work.
  while (!done) {
    most = Math.max(most, sharp.counters().process)
    await setImmediate()
  }
  await all
  expect(most).toBe(1)
})

describe('of many callers', () => {
  /** The callers in the order of their turns. */
  const turnsOf = async (work: (ask: (who: string) => Promise<void>) => Promise<unknown>) => {
    const inTurn = createTurns()
    const had: string[] = []
    await work((who) => inTurn(who, async () => void had.push(who)))
    return had.join(' ')
  }
  const pile = (ask: (who: string) => Promise<void>, who: string) => Array.from({ length: 4 }, () => ask(who))

  test('one waits for one piece of another’s pile, not for the pile', async () => {
    expect(await turnsOf((ask) => Promise.all([...pile(ask, 'one'), ask('other'), ask('third')]))).toBe(
      'one other third one one one',
    )
  })

  test('two who ask for one after the other keep no third waiting for ever', async () => {
    const oneByOne = async (ask: (who: string) => Promise<void>, who: string) => {
      for (let nth = 0; nth < 4; nth += 1) await ask(who)
    }
    const had = await turnsOf((ask) =>
      Promise.all([oneByOne(ask, 'one'), oneByOne(ask, 'other'), ...pile(ask, 'third')]),
    )
    expect(had.split(' ').slice(0, 6).toSorted()).toEqual(['one', 'one', 'other', 'other', 'third', 'third'])
  })

  test('a piece that fails lets the next one have its turn', async () => {
    const inTurn = createTurns()
    const failing = inTurn('one', () => Promise.reject(new Error('no picture')))
    const other = inTurn('other', async () => 'done')
    await expect(failing).rejects.toThrow('no picture')
    expect(await other).toBe('done')
  })
})
