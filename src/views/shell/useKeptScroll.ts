import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Whatever was scrolled in a page is where it was when the page is shown again: a browser forgets it of what it does not draw. */
export const useKeptScroll = (page: RefObject<HTMLElement | null>) => {
  const places = useRef(new Map<Element, { left: number; top: number }>())
  useLayoutEffect(() => {
    for (const [scrolled, place] of places.current) scrolled.scrollTo(place)
    const shown = page.current
    const note = ({ target }: Event) => {
      if (target instanceof Element) places.current.set(target, { left: target.scrollLeft, top: target.scrollTop })
    }
    shown?.addEventListener('scroll', note, { capture: true, passive: true })
    return () => shown?.removeEventListener('scroll', note, { capture: true })
  }, [page])
}
