import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../shared/format.ts'
import { whoDid } from '../../shared/who.ts'
import { type Way, wayTo } from './past.ts'
import './timeline.css'

export type Step = {
  version: number
  type: string
  by: string
  byName: string
  at: number
  details: Readonly<Record<string, unknown>>
}

type TimelineProps<S extends Step> = {
  steps: readonly S[]
  /** The version that the page shows, and the record's newest version. */
  shown: number
  newest: number
  /** The locale namespace of the chart's words. */
  words: string
  renderDetails: (step: S) => ReactNode
  /** Links to the record as of a step, where the URL has other parameters too; null where it is shown at present only. */
  way?: Way | null
  /** The text of such a link, as a locale key. */
  leads?: string
}

/** A record's events, newest first: type, actor, time and payload. Each links to the record as the event left it. */
export const Timeline = <S extends Step>({
  steps,
  shown,
  newest,
  words,
  renderDetails,
  way = wayTo,
  leads = 'detail:asOfThen',
}: TimelineProps<S>) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  return (
    <ol className="timeline">
      {steps.toReversed().map((step) => (
        <li
          key={step.version}
          aria-current={step.version === shown ? 'step' : undefined}
          className={step.version > shown ? 'timeline-later' : undefined}
        >
          <strong>
            {way ? (
              <Link to={way(step.version === newest ? undefined : step.version)} title={t(leads)}>
                {t(`${words}:event.${step.type}`)}
              </Link>
            ) : (
              t(`${words}:event.${step.type}`)
            )}
          </strong>
          <p>
            {whoDid(t, step)}
            {' · '}
            <time dateTime={new Date(step.at).toISOString()}>{instant(step.at)}</time>
            {step.version > shown && ` · ${t('detail:laterStep')}`}
          </p>
          {renderDetails(step)}
        </li>
      ))}
    </ol>
  )
}
