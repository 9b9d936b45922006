import { Link } from 'react-router-dom'
import { businessDay, dayEnd } from '../../machines/calendar.ts'
import { useMoment } from '../detail/record/moment.ts'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'

/** Says that a payout is shown at the end of a day or at an instant, with a link to the present. */
export const AsOf = ({ instant }: { instant: number }) => {
  const format = useFormat()
  const { t } = format
  const { wayToStep } = useMoment()
  const day = businessDay(instant)
  return (
    <>
      <Link className="screen-only" to={wayToStep(undefined)}>
        {t('detail:backToNow')}
      </Link>{' '}
      <Tag intent="warning">
        {instant === dayEnd(day)
          ? t('loan:detail.endOfDay', { day: dayIn(day, format) })
          : t('detail:asOf', { when: format.instant(instant) })}
      </Tag>
    </>
  )
}
