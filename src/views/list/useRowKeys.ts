import type { RefObject } from 'react'
import { isForPage, useKeys } from '../shared/keys.ts'

type Place = RefObject<HTMLElement | null>

/** J and K move the focus between the rows' links or texts, Enter opens, X selects; `/` focuses the first filter. */
export const useRowKeys = (table: Place, filters: Place, onSelect: (key: string) => void) =>
  useKeys((event) => {
    if (!isForPage(event)) return false
    switch (event.key.toLowerCase()) {
      case 'j':
        return focusRow(table.current, 1)
      case 'k':
        return focusRow(table.current, -1)
      case 'x': {
        const key = focusedRow(table.current)
        if (key !== undefined) onSelect(key)
        return key !== undefined
      }
      case '/':
        filters.current?.querySelector<HTMLElement>('input, select')?.focus()
        return true
      default:
        return false
    }
  })

// A grid renders a frozen cell twice; the visible one comes last.
const rowsIn = (table: HTMLElement | null) => {
  const rows = [...(table?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  return [...new Map(rows.map((row) => [row.dataset['row'], row])).values()]
}
const hasFocus = (row: HTMLElement) => row.contains(document.activeElement)

/** The key of the focused row. */
export const focusedRow = (table: HTMLElement | null) => rowsIn(table).find(hasFocus)?.dataset['row']

const focusRow = (table: HTMLElement | null, move: number) => {
  const rows = rowsIn(table)
  const at = rows.findIndex(hasFocus)
  const next = at < 0 ? 0 : Math.min(Math.max(at + move, 0), rows.length - 1)
  rows[next]?.querySelector<HTMLElement>('a, [tabindex]')?.focus()
  return true
}
