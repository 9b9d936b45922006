import { type RefObject, useEffect } from 'react'

/**
 * Widens the sticky column of actions over a cell that it would cut: a cell is shown whole or not at all. One that has no
 * room beside the sticky columns stays in sight.
 */
export const useWholeCells = (
  table: RefObject<HTMLTableElement | null>,
  { columns, withActions }: { columns: readonly unknown[]; withActions: boolean },
) => {
  useEffect(() => {
    const room = table.current?.parentElement
    if (!withActions || !table.current || !room) return undefined
    const cells = table.current.rows[0]!.cells
    const fit = () => {
      const [, first, ...others] = [...cells].map((cell) => cell.getBoundingClientRect())
      const edge = others.pop()!.left
      const cut = others.find(({ left, right }) => left < edge && right > edge + 1)
      const covered = cut && cut.left >= first!.right ? edge - cut.left : 0
      table.current?.style.setProperty('--covered', `${covered}px`)
    }
    const observer = new ResizeObserver(fit)
    for (const one of [room, ...cells]) observer.observe(one)
    room.addEventListener('scroll', fit, { passive: true })
    return () => {
      observer.disconnect()
      room.removeEventListener('scroll', fit)
    }
  }, [table, columns, withActions])
}
