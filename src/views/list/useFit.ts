import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

// Pixels: what the buttons behind the filters take, and the gap of `.list-filters`.
const buttons = 270
const gap = 12

/** How many of a bar's filters fit in one line beside its buttons; all of them where nothing has a layout. */
export const useFit = (bar: RefObject<HTMLElement | null>, count: number): number => {
  const { i18n } = useTranslation()
  const [fit, setFit] = useState(count)
  const widths = useRef<readonly number[]>([])

  // Before the first paint, so that no second line is seen. A flag is as wide as its words.
  useLayoutEffect(() => {
    widths.current = widthsOf(bar.current!)
    setFit(fitting(bar.current!, widths.current))
  }, [bar, count, i18n.language])

  useEffect(() => {
    const measure = () => setFit(fitting(bar.current!, widths.current))
    const observer = new ResizeObserver(measure)
    observer.observe(bar.current!)
    return () => observer.disconnect()
  }, [bar])

  return Math.min(fit, count)
}

const widthsOf = (bar: HTMLElement): number[] => {
  const places = [...bar.querySelectorAll<HTMLElement>('[data-filter]')]
  const hidden = places.filter((place) => place.hidden)
  for (const place of hidden) place.hidden = false
  const widths = places.map(({ offsetWidth }) => offsetWidth)
  for (const place of hidden) place.hidden = true
  return widths
}

/** At least one, in a narrow window. */
const fitting = ({ clientWidth }: HTMLElement, widths: readonly number[]): number => {
  const all = widths.reduce((sum, width) => sum + width + gap, -gap)
  if (clientWidth === 0 || all + buttons / 2 <= clientWidth) return widths.length
  let left = clientWidth - buttons
  const beyond = widths.findIndex((width) => (left -= width + gap) < 0)
  return Math.max(1, beyond)
}
