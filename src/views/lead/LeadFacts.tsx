import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import type { Lead } from '../../services/lead.ts'
import * as quality from '../../services/quality.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { QualityState } from '../quality/QualityState.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'

/** Where the lead came from, who works on it, and what came of it. */
export const LeadFacts = ({ row }: { row: Lead }) => {
  const { t, number, instant } = useFormat()
  const at = (when: number | null) => when && instant(when)
  return (
    <>
      <Facts
        title="lead:screen.work"
        facts={{
          'lead:screen.seller': row.sellerName,
          'lead:screen.former': row.formerName,
          'lead:screen.callBack': at(row.callBack),
          'lead:screen.attempts': number(row.attempts),
          'lead:screen.contactedAt': at(row.contactedAt),
          'lead:screen.outcome': row.outcome && t(`contact:outcome.${row.outcome}`),
          'lead:screen.idleAt': at(row.idleAt),
        }}
      />
      <Facts
        title="lead:screen.origin"
        facts={{
          'lead:screen.batch': row.batch,
          'lead:screen.source': row.source,
          'lead:screen.requests': number(row.requests),
          'lead:screen.importedAt': at(row.importedAt),
        }}
      />
      <Facts
        title="lead:screen.became"
        facts={{
          'lead:screen.registered': at(row.registeredAt),
          'lead:screen.applied': at(row.appliedAt),
          'lead:screen.result': row.result && t(`lead:result.${row.result}`),
          'lead:ask.reason': row.reason && t(`lead:reason.${row.reason}`),
          'quality:screen.state': row.check && <CheckState {...row.check} />,
        }}
      />
    </>
  )
}

/** The check of the last sampled visit: a link for whoever may open it. */
const CheckState = ({ id, state }: NonNullable<Lead['check']>) => {
  const { user } = useConsole()
  const shown = <QualityState state={state} />
  return user.interfaces.includes(quality.detail.interface) ? <Link to={to.checkDetail({ id })}>{shown}</Link> : shown
}
