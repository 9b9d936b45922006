import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../shared/format.ts'
import { whoDid } from './who.ts'
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
  /** The area of the chart's own words. */
  words: string
  renderDetails: (step: S) => ReactNode
}

/** Everything that happened to a record: what, who, when and with which particulars, newest first. */
export const Timeline = <S extends Step>({ steps, words, renderDetails }: TimelineProps<S>) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  return (
    <ol className="timeline">
      {steps.toReversed().map((step) => (
        <li key={step.version}>
          <strong>{t(`${words}:event.${step.type}`)}</strong>
          <p>
            {whoDid(t, step)}
            {' · '}
            <time dateTime={new Date(step.at).toISOString()}>{instant(step.at)}</time>
          </p>
          {renderDetails(step)}
        </li>
      ))}
    </ol>
  )
}
