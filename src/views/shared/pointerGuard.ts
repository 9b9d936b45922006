/** Marks a button that acts on a record. */
export const acting = { 'data-acts': true } as const

// Pixels. A hand that rests on the mouse still moves it by one or two.
const least = 4

/**
 * Stops clicks on a button that acts and that came under a pointer which has not moved since: the person pressed for
 * what was there before. Keys, and clicks after scrolling, are not stopped.
 */
export const guardPointer = (document: Document, onStopped: () => void) => {
  let at: { x: number; y: number } | undefined
  let aimed: Element | null = null
  const buttonOf = (target: EventTarget | null) => (target instanceof Element ? target.closest('[data-acts]') : null)

  const move = ({ clientX: x, clientY: y, target }: PointerEvent) => {
    if (at && Math.hypot(x - at.x, y - at.y) < least) return
    at = { x, y }
    aimed = buttonOf(target)
  }
  const scroll = () => {
    at = undefined
  }
  const click = (event: MouseEvent) => {
    const button = buttonOf(event.target)
    // The keyboard's clicks have no count.
    if (event.detail === 0 || button === null || button === aimed) return
    event.preventDefault()
    event.stopPropagation()
    onStopped()
  }

  document.addEventListener('pointermove', move, { capture: true, passive: true })
  document.addEventListener('pointerdown', move, { capture: true, passive: true })
  document.addEventListener('wheel', scroll, { capture: true, passive: true })
  document.addEventListener('click', click, { capture: true })
  return () => {
    document.removeEventListener('pointermove', move, { capture: true })
    document.removeEventListener('pointerdown', move, { capture: true })
    document.removeEventListener('wheel', scroll, { capture: true })
    document.removeEventListener('click', click, { capture: true })
  }
}
