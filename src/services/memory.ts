import * as z from 'zod/mini'

// What this browser remembers from one visit to the next. A browser that forbids storage just forgets.

export const remembered = (key: string): string | undefined => read(() => localStorage, key)

export const remember = (key: string, value: string) => write(() => localStorage, key, value)

/** What the window keeps is this person's from now on: what it kept of somebody before is gone. */
export const keepFor = (person: string) => {
  if (read(() => sessionStorage, 'person') === person) return
  forget(() => sessionStorage)
  write(() => sessionStorage, 'person', person)
}

const page = z.object({ path: z.string(), search: z.string() })
type Page = z.infer<typeof page>

/** The pages that are open in this window, until it is closed. */
export const keepTabs = (tabs: readonly Page[]) =>
  write(() => sessionStorage, 'tabs', JSON.stringify(tabs.map(({ path, search }) => ({ path, search }))))

export const keptTabs = (): Page[] => parsed('tabs', z.array(page)) ?? []

/** A page of a list, by its address, as the paths that its rows lead to. */
export type Rows = { list: string; paths: readonly string[] }
const rows = z.object({ list: z.string(), paths: z.array(z.string()) })

/** Among which rows a page was opened, until the window is closed. */
export const keepRows = (path: string, rows: Rows) => write(() => sessionStorage, `rows.${path}`, JSON.stringify(rows))

export const keptRows = (path: string): Rows | undefined => parsed(`rows.${path}`, rows)

/** What the pages of a list went on from, as words of its address: of those that were turned last, until the window is closed. */
export const keepPages = (path: string, words: readonly string[]) =>
  write(() => sessionStorage, `pages.${path}`, JSON.stringify(words))

export const keptPages = (path: string): string[] => parsed(`pages.${path}`, z.array(z.string())) ?? []

/** What this window keeps, unless something else stands in its place. */
const parsed = <Kept extends z.ZodMiniType>(key: string, schema: Kept): z.infer<Kept> | undefined => {
  try {
    return schema.parse(JSON.parse(read(() => sessionStorage, key) ?? ''))
  } catch {
    return undefined
  }
}

const forget = (storage: () => Storage) => {
  try {
    for (const key of Object.keys(storage()).filter((one) => one.startsWith('loket.'))) storage().removeItem(key)
  } catch {
    // nothing was kept
  }
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
