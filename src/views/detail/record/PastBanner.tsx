import { Callout } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../shared/format.ts'
import { whoDid } from '../../shared/who.ts'
import { type Way, wayTo } from './past.ts'
import type { Step } from './Timeline.tsx'
import './past.css'

type PastBannerProps = { steps: readonly Step[]; shown: number; words: string; way?: Way }

/** The banner of a past view: its step, with links to the adjacent steps and to the present. */
export const PastBanner = ({ steps, shown, words, way = wayTo }: PastBannerProps) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const step = steps.find(({ version }) => version === shown)
  if (!step) return null
  return (
    <Callout intent="warning" aria-live="polite" className="past-banner">
      <div className="past-row">
        <p>
          <strong>{t('detail:asOf', { when: instant(step.at) })}</strong>{' '}
          {t('detail:afterStep', {
            step: shown,
            of: steps.length,
            what: t(`${words}:event.${step.type}`),
            who: whoDid(t, step),
          })}
        </p>
        <nav aria-label={t('detail:steps')}>
          {shown > 1 && (
            <Link className="button" to={way(shown - 1)}>
              {t('detail:stepBefore')}
            </Link>
          )}
          {shown < steps.length && (
            <Link className="button" to={way(shown + 1)}>
              {t('detail:stepAfter')}
            </Link>
          )}
          <Link className="button button-primary" to={way(undefined)}>
            {t('detail:backToNow')}
          </Link>
        </nav>
      </div>
    </Callout>
  )
}
