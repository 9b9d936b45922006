import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { useDuration } from './duration.ts'
import { paint } from './paint.ts'
import { useDiagram } from './useDiagram.ts'
import type { Summary } from './useSummary.ts'
import { Waiting } from './Waiting.tsx'

/** The drawing of the chart with the figures in it; it keeps its size and scrolls where there is no room. */
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
    // Where there is no room for all of it the main line, in the middle, is seen first.
    place.scrollLeft = (place.scrollWidth - place.clientWidth) / 2
  }, [svg])
  useLayoutEffect(() => {
    if (!svg) return
    paint(svg, figures, {
      // The tables below have all digits.
      count: (n) => t('flow:here', { n: short(n) }),
      taken: short,
      stay: (median, p90) => t('flow:stay', { median: duration(median), p90: duration(p90) }),
    })
  })

  if (error) return <Failed error={error} onRetry={retry} />
  if (!svg) return <Waiting />
  // What scrolls must be within reach of the keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <section ref={host} className="flow-diagram" aria-label={t('flow:diagram')} tabIndex={0} />
}
