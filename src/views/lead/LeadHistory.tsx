import type { LeadRecord } from '../../services/lead.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { Timeline } from '../detail/record/Timeline.tsx'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'

type Particulars = {
  batch?: string
  channel?: string
  outcome?: string
  day?: string
  time?: string
  result?: string
  reason?: string
  orderNo?: string
}

/** The events of the lead, the newest first. */
export const LeadHistory = ({ history }: Pick<LeadRecord, 'history'>) => (
  <Facts title="lead:screen.history">
    <Timeline
      steps={history}
      shown={history.length}
      newest={history.length}
      words="lead"
      renderDetails={(step) => <Details details={step.details} />}
    />
  </Facts>
)

const Details = ({ details }: { details: Particulars }) => {
  const format = useFormat()
  const { t } = format
  const { batch, channel, outcome, day, time, result, reason, orderNo } = details
  const lines = [
    batch,
    channel && t(`contact:channel.${channel}`),
    outcome && t(`contact:outcome.${outcome}`),
    day && `${dayIn(day, format)} ${time}`,
    result && t(`lead:result.${result}`),
    reason && t(`lead:reason.${reason}`),
    orderNo,
  ].filter((line) => typeof line === 'string' && line !== '')
  return lines.length === 0 ? null : <div>{lines.join(' · ')}</div>
}
