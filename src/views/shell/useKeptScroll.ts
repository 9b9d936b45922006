import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Restores the scroll positions in a page when it is shown again; the browser forgets those of a hidden page. */
export const useKeptScroll = (page: RefObject<HTMLElement | null>) => {
  const places = useRef(new Map<Element, { left: number; top: number }>())
  useLayoutEffect(() => {
    for (const [scrolled, place] of places.current) scrolled.scrollTo(place)
    const shown = page.current
    const moved = new Set<Element>()
    let frame: number | undefined
    const read = () => {
      frame = undefined
      for (const one of moved) places.current.set(one, { left: one.scrollLeft, top: one.scrollTop })
      moved.clear()
    }
    const note = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      moved.add(target)
      // Once a frame, and after other scroll listeners have rendered: each read forces a layout.
      frame ??= requestAnimationFrame(read)
    }
    shown?.addEventListener('scroll', note, { capture: true, passive: true })
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      shown?.removeEventListener('scroll', note, { capture: true })
    }
  }, [page])
}
