import { Spinner } from '@blueprintjs/core'
import { Link, useParams } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { type Entry, entry as endpoint, type Happened } from '../../services/audit.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { Neighbours } from '../detail/record/Neighbours.tsx'
import { PrintHead } from '../detail/record/PrintHead.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { instantCell } from '../list/cells.tsx'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { Notice } from '../shared/Notice.tsx'
import type { Screen } from '../shared/screens.ts'
import { DetailTable } from './DetailTable.tsx'
import { DifferenceTable } from './DifferenceTable.tsx'
import { placeIn, placeName } from './place.ts'
import { recordIn, detailsIn, statesIn, whatIn, whoIn } from './words.ts'
import '../detail/record/record.css'
import '../detail/record/past.css'
import './audit.css'

/** One event or audit entry: actor, time, origin and differences. */
const AuditEntry = () => {
  const { t } = useFormat()
  const place = placeIn((useParams() as { entry: string }).entry)
  if (!place) return <Notice title={t('audit:noEntry')} text={t('audit:noEntryText')} />
  return <OneEntry {...place} />
}

export const screen: Screen = AuditEntry

const OneEntry = ({ log, pos }: Pick<Happened, 'log' | 'pos'>) => {
  // An entry never changes.
  const { record, error, retry } = useRecord(endpoint, { log, pos }, { kind: 'audit', id: undefined })
  if (!record && error !== undefined) return <Failed error={error} onRetry={retry} />
  if (!record) return <Spinner className="page-wait" size={28} />
  return <Shown entry={record} />
}

const Shown = ({ entry }: { entry: Entry }) => {
  const { t } = useFormat()
  const { happened, said, more } = entry
  const title = whatIn(happened, t)
  const kind = happened.kind ?? 'audit'
  return (
    <div className="detail">
      <PrintHead title={title} />
      <header className="detail-head">
        <div className="detail-standing">
          <h1>{title}</h1>
        </div>
        <Neighbours />
      </header>
      <Circumstances entry={entry} />
      {happened.log === 'event' && (
        <>
          <DifferenceTable kind={kind} entry={entry} />
          {said.length > 0 && <DetailTable kind={kind} entry={entry} />}
          {more && <p className="quiet">{t('audit:more')}</p>}
        </>
      )}
    </div>
  )
}

const Circumstances = ({ entry: { happened, version, state } }: { entry: Entry }) => {
  const format = useFormat()
  const { t } = format
  const { orderNo, record } = happened
  const stateIn = (name: string) => statesIn(happened.kind!, name, t)
  const ofSame = record.includes('/') && (
    <Link to={`${to.audit()}?${new URLSearchParams({ record })}`}>{t('audit:ofRecord')}</Link>
  )
  const facts = {
    'audit:by': whoIn(happened, t),
    'audit:at': instantCell(happened.at, format),
    'audit:record': recordIn(happened, t),
    ...(state && {
      'audit:state': [state.before, state.after]
        .filter((name, index, both) => name !== null && (index === 1 || name !== both[1]))
        .map((name) => stateIn(name!))
        .join(' → '),
    }),
    ...(version !== null && { 'audit:step': version }),
    ...(happened.log === 'audit' && {
      'audit:said': detailsIn(happened, t),
      'audit:ip': happened.ip,
      'audit:device': happened.device,
    }),
    'audit:place': placeName(happened),
  }
  return (
    <div className="audit-facts">
      <Facts title="audit:circumstances" facts={facts} aside={ofSame}>
        {orderNo && (
          <p>
            <Link to={to.approveDetail({ orderNo })}>{t('audit:toOrder')}</Link>
            {' · '}
            <Link to={to.seen({ orderNo })}>{t('routes:seen')}</Link>
          </p>
        )}
      </Facts>
    </div>
  )
}
