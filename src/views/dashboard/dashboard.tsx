import { Spinner } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { dayStart } from '../../machines/calendar.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat, useNow } from '../shared/format.ts'
import { Decisions } from './Decisions.tsx'
import { MyWork } from './MyWork.tsx'
import { Queues } from './Queues.tsx'
import { useSummary } from './useSummary.ts'
import './dashboard.css'

/** Queue lengths, today's decisions and the person's own work, all live. */
const Dashboard = () => {
  const { t } = useTranslation()
  const { day } = useFormat()
  const now = useNow()
  const { data, error, reload } = useSummary()

  if (!data) {
    return error ? <Failed error={error} onRetry={reload} /> : <Spinner className="dashboard-wait" size={28} />
  }
  return (
    <div className="dashboard">
      <header>
        <h1>{t('routes:dashboard')}</h1>
        <time dateTime={data.day}>{day(dayStart(data.day))}</time>
      </header>
      <Queues queues={data.queues} edits={data.edits} now={now} />
      <MyWork work={data.mine} now={now} />
      <Decisions decisions={data.decisions} />
    </div>
  )
}

export { Dashboard as screen }
