import { useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { findRoute, titleOf } from '../../../machines/paths.ts'
import { keepRows, keptRows, type Rows } from '../../../services/browserStorage.ts'

// The handed-over rows of this window, by page; read from storage once each.
const known = new Map<string, Rows | undefined>()
const rowsOf = (path: string) => {
  if (!known.has(path)) known.set(path, keptRows(path))
  return known.get(path)
}
const keep = (path: string, rows: Rows) => {
  const [page = path] = path.split('?')
  known.set(page, rows)
  keepRows(page, rows)
}

/** Hands the rows of the list over to the page that one of them opens. */
export const useHandOver = () => {
  const { pathname, search } = useLocation()
  // Several rows can link to the same record.
  return (opened: string, paths: readonly string[]) =>
    keep(opened, { list: pathname + search, paths: [...new Set(paths)] })
}

const neverMeanwhile = () => () => {}

const useKeptRows = () => {
  const { pathname } = useLocation()
  // They change only while the page is hidden, when it is opened from another list. React rereads them when it is shown
  // again.
  return useSyncExternalStore(neverMeanwhile, () => rowsOf(pathname))
}

/** The pathname of the list that this page was opened from. */
export const useListOf = () => useKeptRows()?.list.split('?')[0]

/** Whether a path leads to the current page; further parameters of its URL are ignored. */
const leadsTo = (here: { pathname: string; search: string }) => (path: string) => {
  const [page, query = ''] = path.split('?')
  const params = new URLSearchParams(here.search)
  return page === here.pathname && [...new URLSearchParams(query)].every(([name, value]) => params.get(name) === value)
}

/** A record's position in the list that it was opened from, with links to its neighbours. Undefined without a list. */
export const useRows = () => {
  const here = useLocation()
  const navigate = useNavigate()
  const rows = useKeptRows()
  const at = rows?.paths.findIndex(leadsTo(here)) ?? -1
  if (!rows || at < 0) return undefined
  const route = findRoute(rows.list.split('?')[0]!)?.route
  const wayTo = (path: string | undefined) =>
    path === undefined
      ? undefined
      : () => {
          keep(path, rows)
          void navigate(path)
        }
  return {
    list: rows.list,
    /** A locale key. */
    title: route && titleOf(route),
    place: at + 1,
    count: rows.paths.length,
    toPrevious: wayTo(rows.paths[at - 1]),
    toNext: wayTo(rows.paths[at + 1]),
  }
}
