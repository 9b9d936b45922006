import { Facts } from '../detail/record/Facts.tsx'
import { Timeline } from '../detail/record/Timeline.tsx'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import type { CaseRecord } from './subject.ts'

type Particulars = {
  holderName?: string
  amount?: number
  day?: string
  due?: string
  from?: string
  until?: string
  through?: string
  paid?: number | null
  channel?: string
  outcome?: string
  proof?: string
  reason?: string
  topic?: string
  words?: string
  complaint?: { topic: string; channel: string; words: string }
}

/** The events of the case, the newest first. */
export const CaseHistory = ({ history }: Pick<CaseRecord, 'history'>) => (
  <Facts title="recoveryCase:screen.history">
    <Timeline
      steps={history}
      shown={history.length}
      newest={history.length}
      words="recoveryCase"
      way={null}
      renderDetails={(step) => <Details details={step.details} />}
    />
  </Facts>
)

const Details = ({ details }: { details: Particulars }) => {
  const format = useFormat()
  const { t, money } = format
  const { holderName, amount, day, due, from, until, through, paid, outcome, proof, reason, complaint } = details
  const { topic, channel, words } = complaint ?? details
  const lines = [
    holderName,
    amount !== undefined && money(amount),
    typeof paid === 'number' && money(paid),
    ...[day, due, from, until, through].map((one) => one && dayIn(one, format)),
    channel && t(`recoveryCase:channel.${channel}`),
    outcome && t(`contact:outcome.${outcome}`),
    proof && `${t('recoveryCase:ask.proof')}: ${proof}`,
    reason && t(`recoveryCase:reason.${reason}`),
    topic && t(`recoveryCase:topic.${topic}`),
    words,
  ].filter((line) => typeof line === 'string' && line !== '')
  return lines.length === 0 ? null : <div>{lines.join(' · ')}</div>
}
