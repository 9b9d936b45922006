import { useState } from 'react'
import type { Filter } from '../../machines/list.ts'
import { useStableCallback } from '../shared/useStableCallback.ts'
import { between, changed, everything, isSelected, nothing, type Selection } from './selection.ts'

/** `rows` holds each selected row as it was when it was selected. */
type Kept<Row> = { of: string; selection: Selection; rows: ReadonlyMap<string, Row>; last: string | undefined }

/** The selected rows, kept by key over refetches and pages until the filter changes. */
export const useSelection = <Row>(rows: readonly Row[] | null, keyOf: (row: Row) => string, filter: Filter) => {
  const of = JSON.stringify(filter)
  const [kept, setKept] = useState<Kept<Row>>({ of, selection: nothing, rows: new Map(), last: undefined })
  const present = kept.of === of ? kept : { of, selection: nothing, rows: new Map<string, Row>(), last: undefined }
  const page = new Map((rows ?? []).map((row) => [keyOf(row), row]))
  const keys = [...page.keys()]
  const { selection, rows: ticked, last } = present

  const set = (next: Selection, key = last) => {
    // A row that stays selected stays as the user saw it, whatever the page shows of it since.
    const seen = [...page, ...ticked].filter(([one]) => next.keys.has(one))
    setKept({ of, selection: next, rows: new Map(seen), last: key })
  }

  const toggle = useStableCallback((key: string, through = false) =>
    set(changed(selection, through && last ? between(keys, last, key) : [key], !isSelected(selection, key), keys), key),
  )

  return {
    selection,
    /** The selected rows as last seen; when all are selected, those of this page. */
    rows: selection.all
      ? [...page.values()]
      : [...selection.keys].flatMap((key) => page.get(key) ?? ticked.get(key) ?? []),
    /** The rows that were selected individually or by page, as they were then. */
    ticked: [...selection.keys].flatMap((key) => ticked.get(key) ?? []),
    has: (key: string) => isSelected(selection, key),
    /** `through` includes all rows since the last one. */
    toggle,
    /** Selects or deselects all rows of this page. */
    togglePage: (on: boolean) => set(changed(selection, keys, on, keys)),
    selectAll: () => set(everything),
    clear: () => set(nothing, undefined),
  }
}

export type Selected<Row> = ReturnType<typeof useSelection<Row>>
