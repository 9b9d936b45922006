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
