import { originStanding } from '../../services/lead.ts'
import { AsOf } from '../report/StandingTable.tsx'
import { useStanding } from '../report/useStanding.ts'

// Nobody asks for other figures: what they include is the same for each filter.
const whole = {}

/** Up to which event the figures of batches and sources count, and how many are still to be counted. */
export const OriginsAsOf = ({ onMoved }: { onMoved: () => void }) => {
  const standing = useStanding(originStanding, whole, onMoved)
  return <p className="report-as-of">{standing && <AsOf {...standing.asOf} />}</p>
}
