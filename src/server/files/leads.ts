import { normalPhone, provinces } from '../../machines/identity.ts'
import { isPersonName } from '../../services/endpoint.ts'
import { cellsOf } from './cells.ts'
import { Unreadable } from './zip.ts'

const columns = ['phone', 'name', 'province'] as const
type Column = (typeof columns)[number]

/** A row that is a lead, with its row number. */
export type LeadRow = { n: number } & Record<Column, string>
/** A cell with an error. */
export type LeadFault = {
  n: number
  column: Column
  reason: 'required' | 'phone' | 'province' | 'tooLong' | 'personName'
}
export type LeadSheet = {
  format: 'xlsx' | 'csv'
  rows: LeadRow[]
  /** The rows of a phone that an earlier row has. */
  doubled: number
  wrong: number
  /** The first errors. */
  faults: LeadFault[]
}

const mostTitles = 10
const mostFaults = 200
const mostName = 100
const bare = (text: string) => text.toLowerCase().replaceAll(/[\s._\-:#/()]/g, '')

/** Names of each column in three languages, as `bare` writes them. */
const heads: Record<Column, readonly string[]> = {
  phone: [
    'phone',
    'phonenumber',
    'mobile',
    'telepon',
    'notelepon',
    'nomortelepon',
    'nohp',
    'hp',
    'nomorhp',
    '手机号',
    '手机',
    '电话',
  ],
  name: ['name', 'fullname', 'customer', 'nama', 'namalengkap', '姓名', '客户姓名'],
  province: ['province', 'provincecode', 'provinsi', 'kodeprovinsi', '省', '省份'],
}

const codes = new Map(
  Object.entries(provinces).flatMap(([code, name]) => [[code, code] as const, [bare(name), code] as const]),
)

/** `named` has the head of a column where it is another than the usual ones. */
type How = { most: number; named: Partial<Record<Column, string | undefined>> }

/**
 * The leads of a file by the heads of its columns, and its cells with an error. A phone is taken in any usual spelling, a
 * province by code or name. Throws Unreadable for a file that is no such table, and where a cell is a formula.
 */
export const leadsIn = async (file: Buffer, { most, named }: How): Promise<LeadSheet> => {
  const cells = await cellsOf(file, most + mostTitles + 1)
  const isHead = (column: Column) => {
    const own = named[column]
    return (text: string) => (own === undefined ? heads[column].includes(bare(text)) : bare(text) === bare(own))
  }
  const head = cells.rows.slice(0, mostTitles).findIndex((row) => row.some(isHead('phone')))
  if (head < 0) throw new Unreadable('noColumn', { column: 'phone' })
  const placeOf = (column: Column) => {
    const place = cells.rows[head]!.findIndex(isHead(column))
    if (place < 0) throw new Unreadable('noColumn', { column })
    const formula = cells.formulaIn(place)
    if (formula) throw new Unreadable('formula', { cell: formula })
    const merged = cells.mergedIn(place, head + 2)
    if (merged) throw new Unreadable('merged', { cell: merged })
    return place
  }
  const places = Object.fromEntries(columns.map((column) => [column, placeOf(column)])) as Record<Column, number>
  const filled = cells.rows
    .map((row, index) => ({ n: index + 1, row }))
    .slice(head + 1)
    .filter(({ row }) => row.some(Boolean))
  if (filled.length === 0) throw new Unreadable('empty')
  if (filled.length > most) throw new Unreadable('tooManyRows', { most })
  return sorted(cells.format, filled, places)
}

const sorted = (
  format: 'xlsx' | 'csv',
  filled: readonly { n: number; row: string[] }[],
  places: Record<Column, number>,
) => {
  const sheet: LeadSheet = { format, rows: [], doubled: 0, wrong: 0, faults: [] }
  const seen = new Set<string>()
  for (const { n, row } of filled) {
    const { lead, faults } = readRow(n, row, places)
    if (faults.length > 0) {
      sheet.wrong += 1
      if (sheet.faults.length < mostFaults) sheet.faults.push(...faults)
    } else if (seen.has(lead.phone)) sheet.doubled += 1
    else {
      seen.add(lead.phone)
      sheet.rows.push(lead)
    }
  }
  return sheet
}

const readRow = (n: number, row: readonly string[], places: Record<Column, number>) => {
  const textOf = (column: Column) => (row[places[column]] ?? '').replaceAll(/\p{Cc}/gu, ' ').trim()
  const phone = phoneOf(textOf('phone'))
  const name = textOf('name')
  const province = codes.get(bare(textOf('province')))
  const faults: LeadFault[] = [
    ...(phone === undefined
      ? [{ n, column: 'phone' as const, reason: textOf('phone') ? ('phone' as const) : ('required' as const) }]
      : []),
    ...(name === '' ? [{ n, column: 'name' as const, reason: 'required' as const }] : []),
    ...(name.length > mostName ? [{ n, column: 'name' as const, reason: 'tooLong' as const }] : []),
    ...(isPersonName(name) ? [] : [{ n, column: 'name' as const, reason: 'personName' as const }]),
    ...(province === undefined
      ? [{ n, column: 'province' as const, reason: textOf('province') ? ('province' as const) : ('required' as const) }]
      : []),
  ]
  return { lead: { n, phone: phone ?? '', name, province: province ?? '' }, faults }
}

/** A spreadsheet takes the 0 of a number away, and writes a long one as 8.12E+10. */
const phoneOf = (text: string): string | undefined => {
  const plain = /^\d(\.\d+)?e\+?\d+$/i.test(text) ? String(Number(text)) : text.replaceAll(/[().]/g, '')
  return normalPhone(plain) ?? normalPhone(`0${plain}`)
}
