import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDiagram } from '../detail/record/useDiagram.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { useDuration } from './duration.ts'
import { paint } from './paint.ts'
import type { Summary } from './useSummary.ts'
import { Waiting } from './Waiting.tsx'

/** Any smaller, its words could not be read. */
const smallest = 0.75

/** The chart's diagram with its figures. It is as wide as the space, as long as its words can be read; it scrolls when it is wider. */
export const Diagram = ({ chart, figures }: { chart: string; figures: Summary }) => {
  const { t } = useTranslation()
  const { language, short } = useFormat()
  const duration = useDuration()
  const { svg, error, retry } = useDiagram(`/docs/${language}/${chart}.flow.svg`)
  const host = useRef<HTMLElement>(null)

  useLayoutEffect(() => {
    const { current: place } = host
    if (!svg || !place) return
    place.replaceChildren(svg)
    const { width, height } = svg.viewBox.baseVal
    const scale = Math.max(smallest, Math.min(1, place.clientWidth / width))
    svg.setAttribute('width', String(scale * width))
    svg.setAttribute('height', String(scale * height))
    // A diagram that does not fit shows first where the process begins.
    const start = svg.querySelector('.node')?.getBoundingClientRect()
    if (start)
      place.scrollLeft += start.left + start.width / 2 - place.getBoundingClientRect().left - place.clientWidth / 2
  }, [svg])
  useLayoutEffect(() => {
    if (!svg) return
    paint(svg, figures, {
      // The tables below show all digits.
      count: (n) => t('flow:here', { n: short(n) }),
      entered: (n) => t('flow:came', { n: short(n) }),
      taken: short,
      stay: (median, p90) => t('flow:stay', { median: duration(median), p90: duration(p90) }),
    })
  })

  if (error) return <Failed error={error} onRetry={retry} />
  if (!svg) return <Waiting />
  // An element that scrolls must be within reach of the keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <section ref={host} className="flow-diagram" aria-label={t('flow:diagram')} tabIndex={0} />
}
