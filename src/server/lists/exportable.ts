import type * as z from 'zod/mini'
import { dayStart } from '../../machines/calendar.ts'
import { type BulkFacts, bulkFacts, type Decided, type DecidedRow, decidedRow } from '../../services/bulkFacts.ts'
import type { Cell, InWords, ListColumn, ListColumns } from '../../services/columns.ts'
import type { Endpoint } from '../../services/endpoint.ts'
import type { Language } from '../../services/user.ts'
import { say } from '../kit/i18n.ts'
import { badInput, fieldIssues } from '../kit/inputIssues.ts'
import { Refused } from '../kit/refused.ts'
import type { Onlooker } from '../staff/appScope.ts'
import type { Call } from '../staff/call.ts'
import type { Staff } from '../staff/sessions.ts'

export type Head = { head: string; kind: 'text' | 'number' | 'instant' | 'day' }

type SheetColumn<Row> = Head & Pick<ListColumn<Row>, 'value'>

/** A list's column as a spreadsheet has it: words translated, a rate in percent, and a day as its first instant. */
const inSheet = <Row>({ head, kind, value }: ListColumn<Row>): SheetColumn<Row> => {
  if (kind === 'text' || kind === 'number' || kind === 'instant') return { head, kind, value }
  if (kind === 'money') return { head, kind: 'number', value }
  if (kind === 'rate') {
    const percent = (cell: Cell) => (cell === null ? null : Number(cell) / 100)
    return { head, kind: 'number', value: (row, inWords) => percent(value(row, inWords)) }
  }
  const translated = kind === 'word'
  return {
    head,
    kind: translated ? 'text' : 'day',
    value: (row, inWords) => {
      const cell = value(row, inWords)
      if (cell === null) return null
      return translated ? inWords(String(cell)) : dayStart(String(cell))
    },
  }
}

export const sheetColumns = <Row>(columns: ListColumns<Row>): Readonly<Record<string, SheetColumn<Row>>> =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, inSheet(column)]))

export type Filter = Readonly<Record<string, unknown>>
/** The person for whom a list is read. */
type Reader = Onlooker & { by: string; language: Language; unmasked?: boolean }
/** `after` is the keyset cursor of the previous page. */
type Asked = { filter: Filter; after: unknown; limit: number; columns: readonly string[] }

/** A page. Its `next` cursor is known before `parts` builds the cells, a few rows at a time. */
type Page = { next: unknown; parts: () => AsyncIterable<{ keys: string[]; cells: Cell[][] }> }

/** A list for long jobs, read page by page with the contents that its endpoint shows to the same person. */
export type Exportable = {
  interface: string
  /** The locale namespace of its chart. */
  words: string
  filter: Endpoint['body']
  /** The filter fields that are personal data. */
  secret: readonly string[]
  /** Filters that each make a separate list of it; left out: it is one list. */
  variants?: readonly Filter[]
  /** The locale key of its name. */
  title: (filter: Filter) => string
  columns: Readonly<Record<string, Head>>
  count: (filter: Filter, reader: Reader) => Promise<number>
  page: (asked: Asked, reader: Reader) => Promise<Page>
  /** The facts that a bulk command decides on, of the first `most` rows. A list without bulk commands leaves it out. */
  facts?: (filter: Filter, most: number, reader: Reader) => Promise<BulkFacts>
  /** The bulk commands by event. The body of each is `bodyOf(key)` and the given input. */
  commands: Readonly<Record<string, Endpoint>>
  streamOf: (key: string) => string
  /** The commands among them on a record of another chart, with its words and its stream. */
  elsewhere?: Readonly<Record<string, { words: string; streamOf: (key: string) => string }>>
  bodyOf: (key: string) => Filter
  /** Whether it contains customers' data, which a reader may be shown unmasked. */
  isPersonal: boolean
}

/** All exportable lists by their endpoint's id. */
export type Exportables = Readonly<Record<string, Exportable>>

type Forgotten = 'filter' | 'title' | 'columns' | 'count' | 'page' | 'facts' | 'isPersonal'
type Declared<Narrowed extends object, Row, After> = Omit<Exportable, Forgotten> & {
  filter: z.ZodMiniType<Narrowed>
  title: (filter: Narrowed) => string
  columns: ListColumns<Row>
  count: (filter: Narrowed, reader: Reader) => Promise<number>
  page: (
    asked: Narrowed & { after?: After; limit: number },
    reader: Reader & { columns: readonly string[] },
  ) => Promise<{ rows: Row[] | (() => Promise<Iterable<Row>>); next: After | null }>
  decided?: Decided<Row>
  keyOf: (row: Row) => string
  /** The rows with unmasked customer data; left out when the list has none. */
  whole?: (rows: readonly Row[]) => Promise<Row[]>
}

// A page translates the same few keys hundreds of times.
const wordsIn = (language: Language): InWords => {
  const words = new Map<string, string>()
  return (key, otherwise, values) => {
    if (values) return say(language, key, values)
    const known = words.get(key) ?? say(language, key, otherwise ? { defaultValue: otherwise } : {})
    words.set(key, known)
    return known
  }
}

// Some milliseconds of work. The text of more rows would survive until the next collection of the old generation.
const atOnce = 100

const rowsAtATime = 200

function* inParts<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let part: Row[] = []
  for (const row of rows) {
    part.push(row)
    if (part.length < atOnce) continue
    yield part
    part = []
  }
  yield part
}

/** A list's declaration, with the types of its filter and rows erased. */
export const listed = <Narrowed extends object, Row, After>({
  filter: schema,
  title,
  columns: declared,
  count,
  page,
  decided,
  keyOf,
  whole,
  ...rest
}: Declared<Narrowed, Row, After>): Exportable => {
  const columns = sheetColumns(declared)
  return {
    ...rest,
    filter: schema,
    columns,
    isPersonal: whole !== undefined,
    title: (filter) => title(schema.parse(filter)),
    count: (filter, reader) => count(schema.parse(filter), reader),
    ...(decided && {
      facts: async (filter, most, reader) => {
        const asked = { ...schema.parse(filter), limit: rowsAtATime }
        const onlooker = { ...reader, columns: Object.keys(declared) }
        const inWords = wordsIn(reader.language)
        const found: DecidedRow[] = []
        let after: After | null = null
        do {
          const { rows, next } = await page({ ...asked, ...(after !== null && { after }) }, onlooker)
          for (const row of typeof rows === 'function' ? await rows() : rows)
            found.push(decidedRow(decided, row, inWords))
          after = next
        } while (after !== null && found.length < most)
        return bulkFacts(decided, found)
      },
    }),
    page: async ({ filter, after, limit, columns: names }, reader) => {
      const beyond = after === null ? {} : { after: after as After }
      const { rows, next } = await page({ ...schema.parse(filter), ...beyond, limit }, { ...reader, columns: names })
      const shown = async () => {
        const made = typeof rows === 'function' ? await rows() : rows
        return reader.unmasked && whole ? whole([...made]) : made
      }
      const parts = async function* () {
        const inWords = wordsIn(reader.language)
        for (const some of inParts(await shown()))
          yield {
            keys: some.map(keyOf),
            cells: some.map((row) => names.map((name) => columns[name]!.value(row, inWords))),
          }
      }
      return { next, parts }
    },
  }
}

/** The list that a call names; throws 400 for an unknown list, 4030 when the caller may not see it. */
export const listNamed = (lists: Exportables, name: string, { staff, language }: Call<Staff>): Exportable => {
  if (!Object.hasOwn(lists, name)) throw badInput([{ field: 'list', reason: 'choice' }], language)
  const list = lists[name]!
  if (!staff.may(list.interface)) throw new Refused(4030, 'errors:notPermitted')
  return list
}

/** Validates a filter and splits it: `open` may be stored in an event, `secret` is personal data. */
export const filterParts = (list: Exportable, filter: Filter, language: Language) => {
  const parsed = list.filter.safeParse(filter)
  if (!parsed.success) throw badInput(fieldIssues(parsed.error.issues, filter), language)
  const entries = Object.entries(parsed.data as Filter)
  const part = (isSecret: boolean): Filter =>
    Object.fromEntries(entries.filter(([name]) => list.secret.includes(name) === isSecret))
  return { open: part(false), secret: part(true) }
}
