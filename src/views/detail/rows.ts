import { useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { findRoute, titleOf } from '../../machines/paths.ts'
import { keepRows, keptRows, type Rows } from '../../services/memory.ts'

// What was handed over in this window, read once each.
const known = new Map<string, Rows | undefined>()
const rowsOf = (path: string) => {
  if (!known.has(path)) known.set(path, keptRows(path))
  return known.get(path)
}
const keep = (path: string, rows: Rows) => {
  known.set(path, rows)
  keepRows(path, rows)
}

/** Hands the rows of the list that is shown over to the page that one of them opens. */
export const useHandOver = () => {
  const { pathname, search } = useLocation()
  return (opened: string, paths: readonly string[]) => keep(opened, { list: pathname + search, paths })
}

const neverMeanwhile = () => () => {}

const useKeptRows = () => {
  const { pathname } = useLocation()
  // They change only while it is out of sight, when it is opened from another list; React reads them anew when it is shown again.
  return useSyncExternalStore(neverMeanwhile, () => rowsOf(pathname))
}

/** The pathname of the list that the page in sight was opened from. */
export const useListOf = () => useKeptRows()?.list.split('?')[0]

/** A record's place among the rows of the list that it was opened from, and how to go to the others; undefined for one that was not. */
export const useRows = () => {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const rows = useKeptRows()
  const at = rows?.paths.indexOf(pathname) ?? -1
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
