import * as z from 'zod/mini'
import { type Layout, layout } from './savedViews.ts'

// Storage that survives page loads. A browser that blocks storage remembers nothing.

export const remembered = (key: string): string | undefined => read(() => localStorage, key)

export const remember = (key: string, value: string) => write(() => localStorage, key, value)

/** Assigns the window's storage to this person, and clears what another person left. */
export const keepFor = (person: string) => {
  if (read(() => sessionStorage, 'person') === person) return
  forget(() => sessionStorage)
  write(() => sessionStorage, 'person', person)
}

const page = z.object({ path: z.string(), search: z.string() })
type Page = z.infer<typeof page>

/** The open tabs of this window, until it closes. */
export const keepTabs = (tabs: readonly Page[]) =>
  write(() => sessionStorage, 'tabs', JSON.stringify(tabs.map(({ path, search }) => ({ path, search }))))

export const keptTabs = (): Page[] => parsed('tabs', z.array(page)) ?? []

/** A page of a list: its address, and the paths that its rows link to. */
export type Rows = { list: string; paths: readonly string[] }
const rows = z.object({ list: z.string(), paths: z.array(z.string()) })

/** The rows among which a page was opened, until the window closes. */
export const keepRows = (path: string, rows: Rows) => write(() => sessionStorage, `rows.${path}`, JSON.stringify(rows))

export const keptRows = (path: string): Rows | undefined => parsed(`rows.${path}`, rows)

/** The cursors of a list's pages, encoded for its address, of the most recent pages only, until the window closes. */
export const keepPages = (path: string, words: readonly string[]) =>
  write(() => sessionStorage, `pages.${path}`, JSON.stringify(words))

export const keptPages = (path: string): string[] => parsed(`pages.${path}`, z.array(z.string())) ?? []

/** A list's columns that the server has not confirmed yet: the page may be left before it does. */
export const keepUnsent = (list: string, unsent: Layout) =>
  write(() => sessionStorage, `unsent.${list}`, JSON.stringify(unsent))

export const unsent = (list: string): Layout | undefined => parsed(`unsent.${list}`, layout)

/** The server has these columns, unless others were chosen since. */
export const sent = (list: string, known: Layout) => {
  if (read(() => sessionStorage, `unsent.${list}`) === JSON.stringify(known))
    forget(() => sessionStorage, `unsent.${list}`)
}

/** The value that this window keeps; undefined for a value of another shape. */
const parsed = <Kept extends z.ZodMiniType>(key: string, schema: Kept): z.infer<Kept> | undefined => {
  try {
    return schema.parse(JSON.parse(read(() => sessionStorage, key) ?? ''))
  } catch {
    return undefined
  }
}

const forget = (storage: () => Storage, from = '') => {
  try {
    for (const key of Object.keys(storage()).filter((one) => one.startsWith(`loket.${from}`))) storage().removeItem(key)
  } catch {
    // Storage is blocked, so nothing was stored.
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
    // Storage is blocked: nothing is remembered.
  }
}
