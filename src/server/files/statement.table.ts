import { parseCsv } from 'hucre/csv'
import { colToLetter } from 'hucre/xlsx'
import { type Cells, cellsOf, decoded, notText } from './cells.ts'
import { momentOf } from './days.ts'
import { directionOf, rupiahOf } from './rupiah.ts'
import type { Flaw, Movement, Reading, Said } from './statement.said.ts'
import { Unreadable } from './zip.ts'

type Name = 'day' | 'time' | 'txid' | 'amount' | 'debit' | 'credit' | 'type' | 'info' | 'balance'
type Columns = Partial<Record<Name, number>>

/** Banks' names for their columns, in lower case, letters and digits only. */
const heads: Record<Name, readonly string[]> = {
  day: 'tanggal tgl tanggaltransaksi tgltransaksi tgltrans tanggalposting tglposting tanggalefektif tanggalwaktu tanggaldanwaktu waktutransaksi date transactiondate trxdate txndate postdate postingdate postdatetime datetime transactiontime bookingdate valuedate 日期 交易日期 记账日期 交易时间'.split(
    ' ',
  ),
  time: 'jam waktu time pukul 时间'.split(' '),
  txid: 'notransaksi nomortransaksi idtransaksi kodetransaksi transactionid transactionno trxid txid txnid referensi noreferensi nomorreferensi noref nomorref reference referenceno referencenumber refno ref nobukti journalno nojurnal 交易编号 交易号 流水号 参考号'.split(
    ' ',
  ),
  amount: 'jumlah nominal nilai mutasi amount amountidr transactionamount jumlahrp nominalrp 金额 交易金额'.split(' '),
  debit:
    'debet debit mutasidebet mutasidebit debitamount amountdebit debitidr pengeluaran keluar uangkeluar withdrawal withdrawals 支出 借方 借方金额'.split(
      ' ',
    ),
  credit:
    'kredit credit mutasikredit creditamount amountcredit creditidr pemasukan masuk uangmasuk deposit deposits 收入 贷方 贷方金额'.split(
      ' ',
    ),
  type: 'dbcr crdb dc cd dk kd drcr crdr tipe type jenis jenismutasi jenistransaksi transactiontype debetkredit debitkredit debitcredit 借贷 类型'.split(
    ' ',
  ),
  info: 'keterangan uraian uraiantransaksi deskripsi rincian rinciantransaksi berita catatan description transactiondescription details remark remarks narrative info note 摘要 备注 附言'.split(
    ' ',
  ),
  balance:
    'saldo saldoidr saldorp saldoberjalan balance runningbalance ledgerbalance endingbalance 余额 账户余额'.split(' '),
}
const named = new Map(Object.entries(heads).flatMap(([name, words]) => words.map((word) => [word, name as Name])))
const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const labels = [
  ['start', /^(saldo ?awal|opening ?balance|beginning ?balance|starting ?balance|begin balance|期初余额)/i],
  ['end', /^(saldo ?akhir|closing ?balance|ending ?balance|end balance|期末余额)/i],
  ['total', /^(total|mutasi ?(debet|debit|kredit)|jumlah ?mutasi|sub ?total|合计)/i],
] as const

const mostTitles = 30
const mostColumns = 60
const separators = [';', ',', '\t', '|']

/** The movements of a table, below its header row. Throws Unreadable. */
export const linesOfTable = async (file: Buffer, { most, today }: Reading): Promise<Said> => {
  const { format, table, head } = await tableIn(file, most)
  const { columns, index } = head
  const names = table[index]!.cells
  const placeOf = (name: Name) => {
    const column = columns[name]
    return column === undefined ? '' : `${colToLetter(column)} (${names[column]})`
  }
  const movements: Movement[] = []
  const flaws: Flaw[] = []
  const said: Said = {
    format,
    account: null,
    movements,
    start: null,
    end: null,
    endsAt: { row: 0, column: '' },
    columns: {
      day: placeOf('day'),
      txid: placeOf('txid'),
      amount: placeOf('amount') || placeOf('debit'),
      balance: placeOf('balance'),
    },
    flaws,
  }
  for (const [at, { row, cells }] of table.entries()) {
    if (at === index || !cells.some(Boolean)) continue
    const label = labelOf(cells, columns)
    if (label) noteLabel(said, label, row)
    else if (at > index) {
      const beyond = format === 'csv' ? spiltFrom(cells, names, columns) : undefined
      if (beyond !== undefined) {
        flaws.push({ row, column: colToLetter(beyond), reason: 'spilt', said: cells[beyond]!.slice(0, 60) })
        continue
      }
      const read = movementIn(cells, columns, today)
      if (Array.isArray(read))
        flaws.push(...read.map(({ name, reason }) => flawAt(row, cells, columns, placeOf(name), { name, reason })))
      else movements.push({ row, ...read })
    }
  }
  return said
}

/** The first cell right of all named columns: an unquoted separator, which would make 1,250,000 a 1. */
const spiltFrom = (cells: readonly string[], names: readonly string[], { type = 0 }: Columns): number | undefined => {
  const last = Math.max(names.findLastIndex(Boolean), type)
  const beyond = cells.findIndex((cell, column) => column > last && cell !== '')
  return beyond === -1 ? undefined : beyond
}

type Row = { row: number; cells: string[] }

const tableIn = async (file: Buffer, most: number) => {
  // Besides the movements there are a title, a header, balances and totals.
  const mostRows = most + 2 * mostTitles
  if (file.length > 4 && !isText(file)) {
    const cells = await cellsOf(file, mostRows)
    if (cells.format === 'xlsx') return ofWorkbook(cells, mostRows)
  }
  if (file.length === 0) throw new Unreadable('empty')
  const text = decoded(file)
  if (notText.test(text)) throw new Unreadable('type')
  for (const delimiter of separators) {
    const table = rowsOf(parseCsv(text, { delimiter, maxRows: mostRows }))
    const head = headIn(table)
    if (head) return { format: 'csv' as const, table, head: withUnnamedType(head, table) }
  }
  throw new Unreadable('noColumn')
}

const isText = (file: Buffer) => !file.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004')) && file[0] !== 0xd0

const ofWorkbook = (cells: Cells, mostRows: number) => {
  const table = cells.rows.slice(0, mostRows).map((row, index) => ({ row: index + 1, cells: row }))
  const head = headIn(table)
  if (!head) throw new Unreadable('noColumn')
  for (const column of Object.values(head.columns)) {
    const formula = cells.formulaIn(column)
    if (formula) throw new Unreadable('formula', { cell: formula })
  }
  return { format: 'xlsx' as const, table, head: withUnnamedType(head, table) }
}

/** Rows with the number of their first line in the file: a quoted cell may contain line breaks. */
const rowsOf = (rows: readonly (readonly unknown[])[]): Row[] => {
  let line = 1
  return rows.map((row) => {
    const cells = row.slice(0, mostColumns).map((cell) => String((cell as string | null) ?? ''))
    const first = line
    line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
    return { row: first, cells: cells.map((cell) => cell.trim()) }
  })
}

type HeadRow = { index: number; columns: Columns }

const headIn = (table: readonly Row[]): HeadRow | undefined => {
  for (const [index, { cells }] of table.slice(0, mostTitles).entries()) {
    const columns: Columns = {}
    for (const [column, text] of cells.entries()) {
      const name = named.get(bare(text))
      if (name && columns[name] === undefined) columns[name] = column
    }
    const hasAmounts = columns.amount !== undefined || (columns.debit !== undefined && columns.credit !== undefined)
    if (columns.day !== undefined && hasAmounts) return { index, columns }
  }
  return undefined
}

/** Some banks write CR or DB into a column without a header, to the right of the amount. */
const withUnnamedType = (head: HeadRow, table: readonly Row[]): HeadRow => {
  const { index, columns } = head
  if (columns.type !== undefined || columns.amount === undefined) return head
  const beside = columns.amount + 1
  const isUnnamed = !(table[index]!.cells[beside] ?? '')
  const marks = table.slice(index + 1, index + 1 + mostTitles).map(({ cells }) => directionOf(cells[beside] ?? ''))
  return isUnnamed && marks.some(Boolean) ? { index, columns: { ...columns, type: beside } } : head
}

type Label = { kind: 'start' | 'end' | 'total'; column: number; amount: number | undefined }

/** A row with a balance or a total. A movement's description may have the same words, and is no such row. */
const labelOf = (cells: readonly string[], { day, info, amount, debit, credit }: Columns): Label | undefined => {
  const first = cells.findIndex(Boolean)
  const at = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''))
  const isMovement = at(day) !== '' && [amount, debit, credit].some((column) => !isNothing(at(column)))
  const columns = [...(first === info ? [] : [first]), ...(info === undefined || isMovement ? [] : [info])]
  for (const column of columns) {
    const text = at(column)
    const kind = labels.find(([, pattern]) => pattern.test(text))?.[0]
    if (!kind) continue
    const cellsAfter = cells.slice(column + 1)
    const beside = text.split(/[:=]/)[1]?.trim() ?? ''
    // Commas within the amount may have split it into cells: Saldo Awal : 1,000,000.00
    const joined = beside && [beside, ...cellsAfter.filter(Boolean)].join(',')
    const written = [beside, ...cellsAfter, joined].map(rupiahOf).findLast((one) => typeof one !== 'string')
    return { kind, column, amount: written && (written.direction === 'debit' ? -written.amount : written.amount) }
  }
  return undefined
}

const noteLabel = (said: Said, { kind, column, amount }: Label, row: number) => {
  if (amount === undefined || kind === 'total') return
  if (kind === 'start') said.start ??= amount
  else {
    said.end = amount
    said.endsAt = { row, column: colToLetter(column) }
  }
}

type Wrong = { name: Name; reason: string }

/** A movement, or the flaws of its cells. */
const movementIn = (cells: readonly string[], columns: Columns, today: string): Omit<Movement, 'row'> | Wrong[] => {
  const cell = (name: Name) => (columns[name] === undefined ? '' : (cells[columns[name]] ?? ''))
  const wrong: Wrong[] = []
  const moment = momentOf(cell('day'), cell('time'), today)
  if (!moment) wrong.push({ name: 'day', reason: /^pend/i.test(cell('day')) ? 'pending' : 'date' })
  const moved =
    columns.amount === undefined ? ofTwo(cell('debit'), cell('credit')) : ofOne(cell('amount'), cell('type'))
  if ('reason' in moved) wrong.push(moved)
  const balance = cell('balance') ? rupiahOf(cell('balance')) : null
  if (typeof balance === 'string') wrong.push({ name: 'balance', reason: balance })
  if (!moment || 'reason' in moved || typeof balance === 'string') return wrong
  return {
    ...moment,
    ...moved,
    txid: cell('txid'),
    info: cell('info').replaceAll(/\s+/g, ' '),
    balance: balance && (balance.direction === 'debit' ? -balance.amount : balance.amount),
  }
}

type Moved = Pick<Movement, 'direction' | 'amount'>

const ofOne = (amount: string, type: string): Moved | Wrong => {
  const written = rupiahOf(amount)
  if (typeof written === 'string') return { name: 'amount', reason: written }
  const said = type ? directionOf(type) : undefined
  if (type && !said) return { name: 'type', reason: 'wrongType' }
  const direction = said ?? written.direction
  if (!direction || (said && written.direction && said !== written.direction))
    return { name: 'amount', reason: 'wrongType' }
  return { direction, amount: written.amount }
}

const isNothing = (text: string) => text === '' || text === '-' || /^0+([.,]0+)?$/.test(text)

const ofTwo = (debit: string, credit: string): Moved | Wrong => {
  if (isNothing(debit) === isNothing(credit))
    return { name: 'debit', reason: isNothing(debit) ? 'noAmount' : 'twoAmounts' }
  const direction = isNothing(debit) ? 'credit' : 'debit'
  const written = rupiahOf(direction === 'credit' ? credit : debit)
  return typeof written === 'string' ? { name: direction, reason: written } : { direction, amount: written.amount }
}

const flawAt = (
  row: number,
  cells: readonly string[],
  columns: Columns,
  column: string,
  { name, reason }: Wrong,
): Flaw => ({
  row,
  column,
  reason,
  said: (columns[name] === undefined ? '' : (cells[columns[name]] ?? '')).slice(0, 60),
})
