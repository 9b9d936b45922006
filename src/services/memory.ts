// What this browser remembers from one visit to the next. A browser that forbids storage just forgets.

export const remembered = (key: string): string | undefined => read(() => localStorage, key)

export const remember = (key: string, value: string) => write(() => localStorage, key, value)

type Page = { path: string; search: string }

/** The pages that a person has open in this window, until it is closed. */
export const keepTabs = (of: string, tabs: readonly Page[]) => {
  const kept = { of, tabs: tabs.map(({ path, search }) => ({ path, search })) }
  write(() => sessionStorage, 'tabs', JSON.stringify(kept))
}

/** What that person had open here; nothing when it was somebody else. */
export const keptTabs = (of: string): Page[] => {
  const kept = JSON.parse(read(() => sessionStorage, 'tabs') ?? '{}') as { of?: string; tabs?: Page[] }
  return kept.of === of ? (kept.tabs ?? []) : []
}

/** A page of a list, by its address, as the paths that its rows lead to. */
export type Rows = { list: string; paths: readonly string[] }

/** Among which rows a page was opened, until the window is closed. */
export const keepRows = (path: string, rows: Rows) => write(() => sessionStorage, `rows.${path}`, JSON.stringify(rows))

export const keptRows = (path: string): Rows | undefined => {
  const kept = read(() => sessionStorage, `rows.${path}`)
  return kept === undefined ? undefined : (JSON.parse(kept) as Rows)
}

const read = (storage: () => Storage, key: string): string | undefined => {
  try {
    return storage().getItem(`loket.${key}`) ?? undefined
  } catch {
    return undefined
  }
}

const write = (storage: () => Storage, key: string, value: string) => {
  try {
    storage().setItem(`loket.${key}`, value)
  } catch {
    // forgotten
  }
}
