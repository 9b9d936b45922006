/** Selected rows by key, over all pages; `all` means every matching row. */
export type Selection = { keys: ReadonlySet<string>; all: boolean }

export const nothing: Selection = { keys: new Set(), all: false }
export const everything: Selection = { keys: new Set(), all: true }

export const isSelected = ({ keys, all }: Selection, key: string) => all || keys.has(key)

/** Adds or removes rows. Removing one from `all` leaves `page` only: the user saw no other rows. */
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

/** The rows from one to another, inclusive, in the order of the page. */
export const between = (page: readonly string[], from: string, to: string): readonly string[] => {
  const ends = [page.indexOf(from), page.indexOf(to)].toSorted((a, b) => a - b)
  return ends[0]! < 0 ? [to] : page.slice(ends[0], ends[1]! + 1)
}
