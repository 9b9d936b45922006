import { Spinner } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { businessDay, dayStart } from '../../machines/calendar.ts'
import { summary } from '../../services/dashboard.ts'
import { SentReports } from '../jobs/SentReports.tsx'
import { Headlines } from '../report/Headlines.tsx'
import { WaitingSteps } from '../secondPerson/WaitingSteps.tsx'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat, useNow } from '../shared/format.ts'
import { Decisions } from './Decisions.tsx'
import { MyWork } from './MyWork.tsx'
import { Queues } from './Queues.tsx'
import { useSummary } from './useSummary.ts'
import './dashboard.css'

/** The work that waits for this person, and the reviews: queue lengths, today's decisions and the person's own work, all live. Reports of the morning and figures of reports. */
const Dashboard = () => {
  const { t } = useTranslation()
  const { day } = useFormat()
  const now = useNow()
  const { user } = useConsole()
  const today = businessDay(now)
  return (
    <div className="dashboard">
      <header>
        <h1>{t('routes:dashboard')}</h1>
        <time dateTime={today}>{day(dayStart(today))}</time>
      </header>
      {!user.bare && <WaitingSteps now={now} />}
      {!user.bare && <SentReports today={today} />}
      <Headlines />
      {(user.bare || user.interfaces.includes(summary.interface)) && <Review now={now} />}
    </div>
  )
}

/** The reviews, for who may read their figures. */
const Review = ({ now }: { now: number }) => {
  const { data, error, reload } = useSummary()
  if (!data) {
    return error ? <Failed error={error} onRetry={reload} /> : <Spinner className="dashboard-wait" size={28} />
  }
  return (
    <>
      <Queues queues={data.queues} edits={data.edits} now={now} />
      <MyWork work={data.mine} now={now} />
      <Decisions decisions={data.decisions} />
    </>
  )
}

export { Dashboard as screen }
