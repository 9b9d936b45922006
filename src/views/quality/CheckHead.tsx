import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { detail as leadDetail } from '../../services/lead.ts'
import type { QualityRecord } from '../../services/quality.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { useOfferKeys } from '../detail/command/useOfferKeys.ts'
import { Neighbours } from '../detail/record/Neighbours.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { QualityState } from './QualityState.tsx'
import { subjectOf } from './subject.ts'

const keys = { p: 'checkPassed', f: 'checkFailed' }

/** Whose visit it is, where its check stands, and its commands. */
export const CheckHead = ({ record, onReload }: { record: QualityRecord; onReload: () => void }) => {
  const { t } = useFormat()
  const { user } = useConsole()
  const { row } = record
  const subject = subjectOf(record)
  const home = useRef<HTMLHeadingElement>(null)
  useOfferKeys(subject, keys)
  return (
    <header className="detail-head check-head">
      <div className="detail-standing">
        <h1 ref={home} tabIndex={-1}>
          {row.name || t('audit:erased')}
        </h1>
        <QualityState state={row.state} />
        {user.interfaces.includes(leadDetail.interface) && (
          <Link to={to.leadDetail({ id: row.lead })}>{t('routes:leadDetail')}</Link>
        )}
      </div>
      <Neighbours />
      <div className="detail-actions screen-only">
        <OfferButtons subject={subject} />
      </div>
      <CommandDialog subject={subject} home={home} onReload={onReload} />
    </header>
  )
}
