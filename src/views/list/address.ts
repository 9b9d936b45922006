import { type Chosen, type FilterField, flawOf, isSecret, pageSizes } from './filter.ts'

/** The filters and sort orders of a list, and the check of its cursors. */
export type Offered = {
  fields: readonly FilterField[]
  sorts: readonly string[]
  isCursor: (value: unknown) => boolean
}

/**
 * A URL parameter without effect: its name, its label (none for an unknown one), and a reason in the terms of field
 * errors. `isGone` when it was already removed from the URL.
 */
export type Ignored = { name: string; label?: string; flaw: string; isGone?: true }

/** The value behind a secret's opaque id; null for an unknown or expired id, undefined while it was not asked for. */
type Revealed = (id: string) => string | null | undefined

export type Address = {
  chosen: Chosen
  sort: string | undefined
  limit: number
  /** The saved view in use. */
  view: string | undefined
  /** The keyset cursor and number of the page; the first page has no cursor. */
  after: unknown
  page: number
  ignored: readonly Ignored[]
  /** A secret's value is still being asked for. */
  pending: boolean
}

const labels: Record<string, string> = {
  sort: 'list:sort',
  size: 'list:pageSize',
  view: 'list:view',
  after: 'list:pages',
  page: 'list:pageWord',
}

/** A keyset cursor as a URL word, and back; undefined for a word that is no cursor. */
export const cursorWord = (cursor: unknown): string =>
  btoa(JSON.stringify(cursor)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
export const cursorIn = (word: string): unknown => {
  try {
    return JSON.parse(atob(word.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}

/**
 * Parses a list's URL and checks it against what the list offers. `sort`, `size`, `view`, `after` and `page` are
 * reserved names.
 */
export const readAddress = (
  params: URLSearchParams,
  { fields, sorts, isCursor }: Offered,
  revealed: Revealed,
  /** Filters whose options are loaded and do not contain the URL's value. */
  unknown: readonly string[] = [],
): Address => {
  const ignored: Ignored[] = []
  const chosen: Record<string, string> = {}
  let pending = false

  /** A parameter's only value; a repeated one is ambiguous, and ignored. */
  const paramOf = (name: string, label = labels[name]!) => {
    const [value, ...more] = params.getAll(name)
    if (more.length === 0) return value
    ignored.push({ name, label, flaw: 'twice' })
    return undefined
  }

  for (const field of fields) {
    const { name, label } = field
    const text = paramOf(name, label)
    if (text === '' && isSecret(field)) ignored.push({ name, label, flaw: 'concealed', isGone: true })
    if (!text) continue
    const value = isSecret(field) ? revealed(text) : text
    if (value === undefined) pending = true
    const flaw = value === null ? 'gone' : unknown.includes(name) ? 'choice' : value && flawOf(field, value)
    if (flaw) ignored.push({ name, label, flaw })
    else if (value) chosen[name] = value
  }

  const choice = <Choice>(name: string, found: (value: string) => Choice | undefined, flaw = 'choice') => {
    const value = paramOf(name)
    const one = value === undefined ? undefined : found(value)
    if (value !== undefined && one === undefined) ignored.push({ name, label: labels[name]!, flaw })
    return one
  }
  const sort = choice('sort', (value) => sorts.find((one) => one === value))
  const limit = choice('size', (value) => pageSizes.find((one) => String(one) === value))
  const after = choice(
    'after',
    (value) => {
      const cursor = cursorIn(value)
      return isCursor(cursor) ? cursor : undefined
    },
    'cursor',
  )
  // Without a cursor, a page cannot be reached by its number.
  const page = choice('page', (value) =>
    /^([2-9]|[1-9]\d{1,6})$/.test(value) && (after !== undefined || params.has('after')) ? Number(value) : undefined,
  )

  const known = [...Object.keys(labels), ...fields.map(({ name }) => name)]
  for (const name of new Set(params.keys())) if (!known.includes(name)) ignored.push({ name, flaw: 'unknown' })

  return {
    chosen,
    sort,
    limit: limit ?? pageSizes[0],
    view: paramOf('view'),
    after,
    page: after === undefined ? 1 : (page ?? 2),
    ignored,
    pending,
  }
}

/**
 * The part of a URL that a saved view stores: filters, sort order and page size in use. Secrets are left out: their ids
 * belong to one user and expire after a day.
 */
export const queryOf = (params: URLSearchParams, fields: readonly FilterField[], { ignored }: Address): string => {
  const names = [...fields.filter((field) => !isSecret(field)).map(({ name }) => name), 'size', 'sort']
  const inUse = names.filter((name) => params.get(name) && !ignored.some((one) => one.name === name))
  return new URLSearchParams(inUse.toSorted().map((name) => [name, params.get(name)!])).toString()
}
