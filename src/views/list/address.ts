import { type Chosen, type FilterField, flawOf, isSecret, pageSizes } from './filter.ts'

/** What a URL asks for in vain: where it stands there, what it is called (nothing that the list knows has no label), and why not, as one of the reasons that a field is refused for. */
export type Ignored = { name: string; label?: string; flaw: string }

/** A secret's value by its id; null for an id that has none (any more), undefined for one not asked for yet. */
type Revealed = (id: string) => string | null | undefined

export type Address = {
  chosen: Chosen
  sort: string | undefined
  limit: number
  /** The saved view that is in use. */
  view: string | undefined
  ignored: readonly Ignored[]
  /** What a secret stands for is still being asked. */
  pending: boolean
}

/** What a list's URL says, checked against what the list offers; sort and page size are words of the URL that no filter may have. */
export const readAddress = (
  params: URLSearchParams,
  { fields, sorts }: { fields: readonly FilterField[]; sorts: readonly string[] },
  revealed: Revealed,
): Address => {
  const ignored: Ignored[] = []
  const chosen: Record<string, string> = {}
  let pending = false

  for (const field of fields) {
    const said = params.get(field.name)
    if (!said) continue
    const value = isSecret(field) ? revealed(said) : said
    if (value === undefined) pending = true
    const flaw = value === null ? 'gone' : value && flawOf(field, value)
    if (flaw) ignored.push({ name: field.name, label: field.label, flaw })
    else if (value) chosen[field.name] = value
  }

  const sort = params.get('sort') ?? undefined
  if (sort !== undefined && !sorts.includes(sort)) ignored.push({ name: 'sort', label: 'list:sort', flaw: 'choice' })

  const size = params.get('size')
  const limit = size === null ? pageSizes[0] : pageSizes.find((one) => String(one) === size)
  if (!limit) ignored.push({ name: 'size', label: 'list:pageSize', flaw: 'choice' })

  const known = ['sort', 'size', 'view', ...fields.map(({ name }) => name)]
  for (const name of new Set(params.keys())) if (!known.includes(name)) ignored.push({ name, flaw: 'unknown' })

  return {
    chosen,
    sort: sort !== undefined && sorts.includes(sort) ? sort : undefined,
    limit: limit ?? pageSizes[0],
    view: params.get('view') ?? undefined,
    ignored,
    pending,
  }
}

/** What a saved view keeps of a URL: neither its own id nor ids that are somebody's alone and end after a day. */
export const queryOf = (params: URLSearchParams, fields: readonly FilterField[]): string => {
  const left = ['view', ...fields.filter(isSecret).map(({ name }) => name)]
  const kept = new URLSearchParams([...params].filter(([name]) => !left.includes(name)))
  kept.sort()
  return kept.toString()
}
