import { once } from 'node:events'
import { createDeflateRaw, crc32 } from 'node:zlib'
import { strToU8, Zip, type ZipInputFile, ZipPassThrough } from 'fflate'
import type { Cell } from '../../services/columns.ts'
import type { Head } from './exportable.ts'

/** Pages of rows under one header row; `title` is the sheet's name. */
export type Sheet = {
  title: string
  heads: readonly (Head & { words: string })[]
  pages: AsyncIterable<readonly (readonly Cell[])[]>
}

// Bytes of the sheet that may wait for compression.
const mostUnpacked = 2 * 1024 * 1024

// Indexes of the cell styles below. Text has style 0, the default.
const styles = { number: 1, instant: 2, day: 3 }
const head = 4
const widths = { text: 22, number: 16, instant: 18, day: 12 }

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const part = (xml: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`

const parts = (title: string): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm"/><numFmt numFmtId="165" formatCode="yyyy-mm-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf xfId="0" numFmtId="3" applyNumberFormat="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
})

/** Streams an XLSX workbook of one sheet: numbers, instants as dates in Jakarta, and text that is never a formula. */
export async function* workbook({ title, heads, pages }: Sheet): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  for (const [path, xml] of Object.entries(parts(nameOf(title)))) {
    const entry = new ZipPassThrough(path)
    zip.add(entry)
    entry.push(strToU8(part(xml)), true)
  }

  const entry: ZipInputFile = { filename: 'xl/worksheets/sheet1.xml', size: 0, crc: 0, compression: 8 }
  zip.add(entry)
  // Level 1, because rows are similar: a higher level takes twice the time for an eighth less.
  const deflate = createDeflateRaw({ level: 1, chunkSize: 64 * 1024 })
  deflate.on('data', (bytes: Buffer<ArrayBuffer>) => entry.ondata!(null, bytes, false))
  const ended = once(deflate, 'end')
  try {
    for await (const xml of sheetXml(heads, pages)) {
      const bytes = strToU8(xml)
      entry.size += bytes.length
      entry.crc = crc32(bytes, entry.crc)
      // Earlier bytes are compressed in the thread pool while more rows are read.
      if (deflate.writableLength > mostUnpacked) await once(deflate, 'drain')
      deflate.write(bytes)
      yield* ready
      ready = []
    }
    deflate.end()
    await ended
  } finally {
    deflate.destroy()
  }
  entry.ondata!(null, new Uint8Array(), true)
  zip.end()
  yield* ready
}

/** The XML of the sheet: the opening part, each page of rows, the closing part. */
async function* sheetXml(heads: Sheet['heads'], pages: Sheet['pages']): AsyncGenerator<string> {
  const cols = heads.map(
    ({ kind }, index) => `<col min="${index + 1}" max="${index + 1}" width="${widths[kind]}" customWidth="1"/>`,
  )
  const titles = heads.map(({ words }) => textCell(words, ` s="${head}"`))
  yield part(
    `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData><row>${titles.join('')}</row>`,
  )
  for await (const rows of pages) {
    let xml = ''
    for (const row of rows) {
      xml += '<row>'
      for (let index = 0; index < heads.length; index += 1) xml += cellXml(heads[index]!.kind, row[index]!)
      xml += '</row>'
    }
    yield xml
  }
  yield '</sheetData></worksheet>'
}

// Cells have no references, which would be a third of the sheet: their order gives their columns.
const cellXml = (kind: Head['kind'], cell: Cell): string => {
  if (cell === null) return '<c/>'
  if (kind === 'text') return textCell(String(cell))
  return `<c s="${styles[kind]}"><v>${kind === 'number' ? cell : serial(Number(cell))}</v></c>`
}

const textCell = (text: string, style = '') =>
  `<c${style} t="inlineStr"><is><t${special.test(text) ? specialText(text) : `>${text}`}</t></is></c>`

const special = /[&<>"\p{Cc}\uFFFE\uFFFF]|^\s|\s$/u
// Without `xml:space` a reader drops it as layout.
const outerSpace = /^\s|\s$/u
const specialText = (text: string) => `${outerSpace.test(text) ? ' xml:space="preserve"' : ''}>${escaped(text)}`

// Characters that XML does not allow, not even escaped.
const noXml = /(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

const escaped = (text: string) => text.replaceAll(noXml, '').replaceAll(/[&<>"\r]/g, (found) => entities[found]!)

// Excel counts days since 30 December 1899. Its instants have no time zone, so Jakarta's seven hours are added.
const serial = (ms: number) => (ms + 7 * 3_600_000) / 86_400_000 + 25_569

/** A valid sheet name: Excel refuses some characters and more than 31 of them. */
const nameOf = (title: string) => title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)
