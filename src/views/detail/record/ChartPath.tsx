import { Button } from '@blueprintjs/core'
import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { remember, remembered } from '../../../services/browserStorage.ts'
import { Failed } from '../../shared/Failed.tsx'
import { useFormat } from '../../shared/format.ts'
import type { Process } from '../command/subject.ts'
import { markChartPath } from './chartPath.ts'
import type { Step } from './Timeline.tsx'
import { useDiagram } from './useDiagram.ts'
import './chartPath.css'

type ChartPathProps = {
  process: Process
  steps: readonly (Step & { state: string })[]
  /** The version up to which the path is shown. */
  shown: number
}

/** A record's chart with its path and present state. The browser remembers whether it is collapsed. */
export const ChartPath = (props: ChartPathProps) => {
  const { t } = useTranslation()
  const id = useId()
  const [isFolded, setFolded] = useState(() => remembered('course') === 'folded')
  const fold = () => {
    remember('course', isFolded ? 'open' : 'folded')
    setFolded(!isFolded)
  }
  return (
    <section className="course" aria-labelledby={id}>
      <h2>
        <Button
          id={id}
          variant="minimal"
          icon={isFolded ? <ChevronRightIcon /> : <ChevronDownIcon />}
          text={t('detail:course')}
          aria-expanded={!isFolded}
          onClick={fold}
        />
      </h2>
      {!isFolded && <Drawing {...props} />}
    </section>
  )
}

const Drawing = ({ process: { machine, words }, steps, shown }: ChartPathProps) => {
  const { t } = useTranslation()
  const { language } = useFormat()
  const { svg, error, retry } = useDiagram(`/docs/${language}/${words}.svg`)
  const place = useRef<HTMLElement>(null)

  useLayoutEffect(() => {
    if (!svg) return
    // A standalone SVG follows the system's colour scheme; here the console decides.
    svg.style.removeProperty('color-scheme')
    place.current?.replaceChildren(svg)
  }, [svg])
  useLayoutEffect(() => {
    if (!svg || !place.current) return
    markChartPath(
      svg,
      machine,
      steps.filter(({ version }) => version <= shown),
    )
    bringIntoSight(place.current)
  }, [svg, machine, steps, shown])

  if (error) return <Failed error={error} onRetry={retry} />
  if (!svg) return <p className="quiet">{t('common:loading')}</p>
  // An element that scrolls must be within reach of the keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <section ref={place} className="course-drawing" aria-label={t('detail:courseDrawing')} tabIndex={0} />
}

// `scrollIntoView` would also scroll the page.
const bringIntoSight = (place: HTMLElement) => {
  const now = place.querySelector('[data-course=current]')?.getBoundingClientRect()
  if (!now) return
  const box = place.getBoundingClientRect()
  place.scrollLeft += now.left + now.width / 2 - box.left - box.width / 2
  place.scrollTop += now.top + now.height / 2 - box.top - box.height / 2
}
