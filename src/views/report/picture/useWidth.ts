import { type RefObject, useLayoutEffect, useState } from 'react'

// Where nothing has a layout.
const unknown = 800

/** The width of an element in pixels, as it changes. */
export const useWidth = (box: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(unknown)
  useLayoutEffect(() => {
    const measure = () => setWidth(box.current!.clientWidth || unknown)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [box])
  return width
}
