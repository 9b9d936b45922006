import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react'

type HeldParts<Row> = {
  keyOf: (row: Row) => string
  /** The page that the rows are of, as text; another page starts anew. */
  of: string
  table: RefObject<HTMLElement | null>
  /** A form of one of the rows is open. */
  isAsking: boolean
}

/**
 * The rows of a list as they stand while the pointer is over the table: each in its place, also those that have left
 * the list meanwhile, and without new ones. So a click meets the row that it was meant for.
 */
export const useHeldRows = <Row>(rows: readonly Row[] | null, { keyOf, of, table, isAsking }: HeldParts<Row>) => {
  const isOver = useIsOver(table, isAsking) || isAsking
  const [held, setHeld] = useState<{ of: string; rows: readonly Row[] }>()
  const kept = held?.of === of ? held.rows : undefined
  const isHeld = isOver && rows !== null
  if (isHeld && !kept) setHeld({ of, rows })
  if (!isHeld && held) setHeld(undefined)
  const merged = useMemo(() => (kept && rows ? mergedOf(kept, rows, keyOf) : undefined), [kept, rows, keyOf])
  if (!isHeld || !merged) return { rows, left: none, more: 0, release: () => undefined }
  return { ...merged, /** Shows the list as it is. */ release: () => setHeld({ of, rows }) }
}

const none: readonly never[] = []

const mergedOf = <Row>(kept: readonly Row[], rows: readonly Row[], keyOf: (row: Row) => string) => {
  const present = new Map(rows.map((row) => [keyOf(row), row]))
  const places = new Set(kept.map(keyOf))
  const left = kept.filter((row) => !present.has(keyOf(row)))
  return {
    rows: kept.map((row) => present.get(keyOf(row)) ?? row),
    /** The shown rows that are no longer in the list. */
    left,
    /** How many rows have come or gone meanwhile. */
    more: left.length + rows.filter((row) => !places.has(keyOf(row))).length,
  }
}

/**
 * Whether the pointer was last seen over the element. The form of a row changes nothing; another dialog above it is
 * elsewhere, so that what somebody adds in one appears.
 */
const useIsOver = (element: RefObject<HTMLElement | null>, isAsking: boolean) => {
  const [isOver, setOver] = useState(false)
  const see = useEffectEvent(({ clientX: x, clientY: y, target }: PointerEvent) => {
    const box = element.current?.getBoundingClientRect()
    const isWithin = box !== undefined && x >= box.left && x < box.right && y >= box.top && y < box.bottom
    setOver(isWithin && (isAsking || element.current!.contains(target as Node)))
  })
  useEffect(() => {
    const on = (event: PointerEvent) => see(event)
    const leave = () => setOver(false)
    // Not `pointerover`: a dialog that closes above a resting pointer would hold rows that somebody has just added to.
    const events = ['pointermove', 'pointerdown'] as const
    for (const name of events) document.addEventListener(name, on, { passive: true })
    document.documentElement.addEventListener('pointerleave', leave)
    return () => {
      for (const name of events) document.removeEventListener(name, on)
      document.documentElement.removeEventListener('pointerleave', leave)
    }
  }, [])
  return isOver
}
