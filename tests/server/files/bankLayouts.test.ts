import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { statementIn } from '../../../src/server/files/statement.ts'

const today = '2026-11-24'
const told = async (name: string) => {
  const file = readFileSync(new URL(`bankFiles/${name}`, import.meta.url))
  const read = await statementIn(file, { most: 100, code: 'BCA-IN', today })
  const { account, start, end, lines, flaws } = read
  return {
    account,
    start,
    end,
    lines: lines.map(({ day, direction, amount, after, info }) => `${day} ${direction} ${amount} ${after} ${info}`),
    ids: lines.map(({ txid }) => txid.replace(/^#.*/, '#')),
    flaws: flaws.map(({ row, column, reason }) => `${row} ${column} ${reason}`),
  }
}

const bca = '5220304411'
const mandiri = '1240008877661'
const two = (account: string | null, first: string, second: string) => ({
  account,
  start: 1_000_000,
  end: 1_450_000,
  lines: [`2026-11-19 credit 500000 1500000 ${first}`, `2026-11-20 debit 50000 1450000 ${second}`],
  ids: ['#', '#'],
  flaws: [],
})
const one = (account: string | null, info: string, id: string) => ({
  account,
  start: 1_000_000,
  end: 1_500_000,
  lines: [`2026-11-19 credit 500000 1500000 ${info}`],
  ids: [id],
  flaws: [],
})

test.each([
  ['klikbca-personal.csv', two(bca, 'TRSF CR', 'BIAYA')],
  ['mandiri-kopra.csv', two(mandiri, 'SETORAN MCM InhouseTrf LK260302000018', 'BIAYA')],
  ['mandiri-zero-without-digit.csv', two(mandiri, 'SETORAN UBP', 'BIAYA')],
  ['bri-cms.csv', two('020601001234306', 'SETORAN LK260302000018', 'BIAYA')],
  ['signed-amounts.csv', two(null, 'Setoran', 'Biaya')],
  ['other-account.csv', two('5220304455', 'Setoran', 'Biaya')],
  ['no-reference-is-a-dash.csv', two(null, 'Setoran', 'Biaya')],
  ['branch-called-total.csv', two(null, 'Setoran', 'Biaya')],
  ['hidden-first-sheet.xlsx', two(null, 'Setoran', 'Biaya')],
  ['apostrophe-before-id.csv', one(null, 'Setoran', 'FT26323AAA')],
  ['bni-journal.csv', one(null, 'TRANSFER DARI A', '#')],
  ['dash-at-line-begin.sta', one(bca, 'PEMBAYARAN ANGSURAN NOMOR -LK260302000018 NOVEMBER', 'A1')],
  ['swift-envelope.sta', one(bca, '', 'A1')],
  ['space-before-type.sta', one(bca, '', 'A1')],
  [
    'opening-with-sen.csv',
    {
      account: null,
      start: 18_807_760.76,
      end: 19_307_760.76,
      lines: ['2026-11-19 credit 500000 19307760.76 SETORAN'],
      ids: ['#'],
      flaws: [],
    },
  ],
  [
    'nonref-as-bank-reference.sta',
    { ...two(bca, '', ''), lines: ['2026-11-19 credit 500000 1500000 ', '2026-11-19 debit 50000 1450000 '] },
  ],
  [
    'value-date-turns-the-order.sta',
    {
      ...two(bca, '', ''),
      lines: ['2026-11-19 credit 500000 1500000 ', '2026-11-19 debit 50000 1450000 '],
      ids: ['A1', 'A2'],
    },
  ],
])('%s is read', async (name, expected) => {
  expect(await told(name)).toEqual(expected)
})

test.each([
  ['negative-in-credit.csv', '3 D (Kredit) againstColumn'],
  ['rupiah-dash.csv', '3 C (Jumlah) wrongType'],
])('%s is refused by line, column and reason', async (name, flaw) => {
  expect((await told(name)).flaws).toEqual([flaw])
})

test('dollars.csv is refused for its currency, by line', async () => {
  await expect(told('dollars.csv')).rejects.toMatchObject({ reason: 'currency', where: { currency: 'USD', row: 2 } })
})

test('a journal number that comes again is another movement', async () => {
  const idsOf = async (name: string) => {
    const file = readFileSync(new URL(`bankFiles/${name}`, import.meta.url))
    const { lines, flaws } = await statementIn(file, { most: 100, code: 'BCA-IN', today })
    expect(flaws).toEqual([])
    return lines.map(({ txid }) => txid)
  }
  const [first, second] = [await idsOf('bni-journal.csv'), await idsOf('bni-journal-again.csv')]
  expect(first).not.toEqual(second)
  expect(await idsOf('bni-journal.csv')).toEqual(first)
})
