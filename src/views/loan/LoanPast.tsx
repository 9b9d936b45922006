import { Callout } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { addDays } from '../../machines/calendar.ts'
import { useMoment } from '../detail/record/moment.ts'
import type { Moment } from '../detail/record/moment.ts'
import { PastBanner } from '../detail/record/PastBanner.tsx'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import type { Told } from './subject.ts'

/** Banner of a past loan: the step or day shown, with links to the neighbouring ones and to the present. */
export const LoanPast = ({ told, moment, today }: { told: Told; moment: Moment; today: string }) => {
  const { t } = useTranslation()
  const { wayToStep, ignored } = useMoment()
  if (told.isNow)
    return (
      ignored && (
        <Callout compact intent="warning">
          {t('loan:detail.ignored', { text: ignored })}
        </Callout>
      )
    )
  if (moment.day === undefined)
    return <PastBanner steps={told.history} shown={told.version} words="loan" way={wayToStep} />
  return <DayBanner told={told} today={today} />
}

const DayBanner = ({ told, today }: { told: Told; today: string }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { wayToDay, wayToStep } = useMoment()
  const { day, book } = told
  return (
    <Callout intent="warning" aria-live="polite" className="past-banner">
      <div className="past-row">
        <p>
          <strong>{t('loan:detail.endOfDay', { day: dayIn(day, format) })}</strong>{' '}
          {t('loan:detail.knownThen', { step: told.version, of: told.history.length })}
        </p>
        <nav aria-label={t('loan:detail.otherDays')}>
          {day > book.terms.from && (
            <Link className="button" to={wayToDay(addDays(day, -1))}>
              {t('loan:detail.dayBefore')}
            </Link>
          )}
          {day < today && (
            <Link className="button" to={wayToDay(addDays(day, 1))}>
              {t('loan:detail.dayAfter')}
            </Link>
          )}
          <Link className="button button-primary" to={wayToStep(undefined)}>
            {t('detail:backToNow')}
          </Link>
        </nav>
      </div>
    </Callout>
  )
}
