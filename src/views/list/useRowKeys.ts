import { type RefObject, useEffect } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName))

/** J and K move the focus between the rows' links, where Enter opens; `/` goes to the first filter. */
export const useRowKeys = (table: RefObject<HTMLElement | null>, filters: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOurs = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isOurs || isTyping(event.target) || document.querySelector('[role=dialog]')) return
      const move = { j: 1, k: -1 }[event.key.toLowerCase()]
      if (move !== undefined) focusRow(table.current, move)
      else if (event.key === '/') filters.current?.querySelector<HTMLElement>('input, select')?.focus()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [table, filters])
}

const focusRow = (table: HTMLElement | null, move: number) => {
  const rows = [...(table?.querySelectorAll('tbody tr') ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at < 0 ? 0 : Math.min(Math.max(at + move, 0), rows.length - 1)
  rows[next]?.querySelector<HTMLElement>('a')?.focus()
}
