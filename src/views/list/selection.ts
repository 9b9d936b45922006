/** Rows by their keys, of this page and of others; `all` is every row that matches, however many. */
export type Selection = { keys: ReadonlySet<string>; all: boolean }

export const nothing: Selection = { keys: new Set(), all: false }
export const everything: Selection = { keys: new Set(), all: true }

export const isSelected = ({ keys, all }: Selection, key: string) => all || keys.has(key)

/** With these rows or without them. `page` is what stays when one of all is taken out: nobody saw the others. */
export const changed = (
  { keys, all }: Selection,
  rows: readonly string[],
  on: boolean,
  page: readonly string[],
): Selection => {
  if (all && on) return everything
  const before = new Set(all ? page : keys)
  return { keys: new Set(on ? [...before, ...rows] : [...before].filter((key) => !rows.includes(key))), all: false }
}

/** The rows from one to another, in the order of the page. */
export const between = (page: readonly string[], from: string, to: string): readonly string[] => {
  const ends = [page.indexOf(from), page.indexOf(to)].toSorted((a, b) => a - b)
  return ends[0]! < 0 ? [to] : page.slice(ends[0], ends[1]! + 1)
}
