import { expect, test } from 'vitest'
import { unzipped } from '../../../src/server/files/zip.ts'
import { zipOf } from '../../../src/services/zip.ts'
import { start } from '../../kit/app.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('an archive has its files again, whatever they are called and in however many pieces', () => {
  const archive = Buffer.concat(
    zipOf(
      [
        { name: 'Semua pesanan 2026-11-21.xlsx', pieces: [bytes('one '), bytes('file')] },
        { name: '全部订单.csv', pieces: [bytes('a,b\n')] },
        { name: 'kosong.csv', pieces: [] },
      ],
      start,
    ),
  )
  expect([...unzipped(archive)].map(([name, content]) => [name, content.toString()])).toEqual([
    ['Semua pesanan 2026-11-21.xlsx', 'one file'],
    ['全部订单.csv', 'a,b\n'],
    ['kosong.csv', ''],
  ])
})

test('its checks and times are those that other programs read', () => {
  const archive = Buffer.concat(zipOf([{ name: 'x', pieces: [bytes('123456789')] }], start))
  // The published check value of CRC-32; 10:00 on 21 November 2026 in Jakarta.
  expect(archive.readUInt32LE(14)).toBe(0xcbf43926)
  expect([archive.readUInt16LE(10), archive.readUInt16LE(12)]).toEqual([10 << 11, (46 << 9) | (11 << 5) | 21])
})
