import type { QualityRecord } from '../../services/quality.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { Timeline } from '../detail/record/Timeline.tsx'

type Particulars = { missed?: string[]; evidence?: string; complaint?: string; reason?: string }

/** The events of the visit's check, the newest first. */
export const CheckHistory = ({ history }: Pick<QualityRecord, 'history'>) => (
  <Facts title="quality:screen.history">
    <Timeline
      steps={history}
      shown={history.length}
      newest={history.length}
      words="quality"
      renderDetails={({ details }) => <Details details={details} />}
    />
  </Facts>
)

const Details = ({ details: { missed = [], evidence, complaint, reason } }: { details: Particulars }) => {
  const lines = [...missed, evidence, complaint, reason].filter((line) => line !== undefined)
  return lines.length === 0 ? null : <div>{lines.join(' · ')}</div>
}
