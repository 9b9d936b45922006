import { type Chosen, type FilterField, flawOf, isSecret, pageSizes } from './filter.ts'

/** What a list offers: what it can be narrowed and ordered by, and what its pages go on from. */
export type Offered = {
  fields: readonly FilterField[]
  sorts: readonly string[]
  isCursor: (said: unknown) => boolean
}

/**
 * What a URL asks for in vain: where it stands there, what it is called (nothing that the list knows has no label), and why not,
 * as one of the reasons that a field is refused for. `isGone` when it was taken out already.
 */
export type Ignored = { name: string; label?: string; flaw: string; isGone?: true }

/** A secret's value by its id; null for an id that has none (any more), undefined for one not asked for yet. */
type Revealed = (id: string) => string | null | undefined

export type Address = {
  chosen: Chosen
  sort: string | undefined
  limit: number
  /** The saved view that is in use. */
  view: string | undefined
  /** What the page goes on from, and which page that makes; the first page goes on from nothing. */
  after: unknown
  page: number
  ignored: readonly Ignored[]
  /** What a secret stands for is still being asked. */
  pending: boolean
}

const labels: Record<string, string> = {
  sort: 'list:sort',
  size: 'list:pageSize',
  view: 'list:view',
  after: 'list:pages',
  page: 'list:pageWord',
}

/** What a page goes on from, as a word of the URL, and back; undefined for what is none. */
export const cursorWord = (cursor: unknown): string =>
  btoa(JSON.stringify(cursor)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
export const cursorIn = (word: string): unknown => {
  try {
    return JSON.parse(atob(word.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}

/** What a list's URL says, checked against what the list offers; sort, page and page size are words of the URL that no filter may have. */
export const readAddress = (
  params: URLSearchParams,
  { fields, sorts, isCursor }: Offered,
  revealed: Revealed,
  /** Fields whose options have come, and do not have what the URL says. */
  unknown: readonly string[] = [],
): Address => {
  const ignored: Ignored[] = []
  const chosen: Record<string, string> = {}
  let pending = false

  /** What is said once; said again, nobody knows which is meant. */
  const saidOf = (name: string, label = labels[name]!) => {
    const [said, ...more] = params.getAll(name)
    if (more.length === 0) return said
    ignored.push({ name, label, flaw: 'twice' })
    return undefined
  }

  for (const field of fields) {
    const { name, label } = field
    const said = saidOf(name, label)
    if (said === '' && isSecret(field)) ignored.push({ name, label, flaw: 'concealed', isGone: true })
    if (!said) continue
    const value = isSecret(field) ? revealed(said) : said
    if (value === undefined) pending = true
    const flaw = value === null ? 'gone' : unknown.includes(name) ? 'choice' : value && flawOf(field, value)
    if (flaw) ignored.push({ name, label, flaw })
    else if (value) chosen[name] = value
  }

  const choice = <Choice>(name: string, found: (said: string) => Choice | undefined, flaw = 'choice') => {
    const said = saidOf(name)
    const one = said === undefined ? undefined : found(said)
    if (said !== undefined && one === undefined) ignored.push({ name, label: labels[name]!, flaw })
    return one
  }
  const sort = choice('sort', (said) => sorts.find((one) => one === said))
  const limit = choice('size', (said) => pageSizes.find((one) => String(one) === said))
  const after = choice(
    'after',
    (said) => {
      const cursor = cursorIn(said)
      return isCursor(cursor) ? cursor : undefined
    },
    'cursor',
  )
  // Without what it goes on from there is no way to a page by its number.
  const page = choice('page', (said) =>
    /^([2-9]|[1-9]\d{1,6})$/.test(said) && (after !== undefined || params.has('after')) ? Number(said) : undefined,
  )

  const known = [...Object.keys(labels), ...fields.map(({ name }) => name)]
  for (const name of new Set(params.keys())) if (!known.includes(name)) ignored.push({ name, flaw: 'unknown' })

  return {
    chosen,
    sort,
    limit: limit ?? pageSizes[0],
    view: saidOf('view'),
    after,
    page: after === undefined ? 1 : (page ?? 2),
    ignored,
    pending,
  }
}

/** What a saved view keeps of a URL: what is in use of filters, order and page size, without ids that are somebody's alone and end after a day. */
export const queryOf = (params: URLSearchParams, fields: readonly FilterField[], { ignored }: Address): string => {
  const names = [...fields.filter((field) => !isSecret(field)).map(({ name }) => name), 'size', 'sort']
  const inUse = names.filter((name) => params.get(name) && !ignored.some((one) => one.name === name))
  return new URLSearchParams(inUse.toSorted().map((name) => [name, params.get(name)!])).toString()
}
