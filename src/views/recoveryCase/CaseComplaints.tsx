import type { CaseComplaint } from '../../machines/recoveryCase.facts.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useFormat } from '../shared/format.ts'
import { whoDid } from '../shared/who.ts'
import type { CaseRecord } from './subject.ts'
import './case.css'

/** The customer's complaints about the collection of this loan, the newest first. */
export const CaseComplaints = ({ history }: Pick<CaseRecord, 'history'>) => {
  const { t, instant } = useFormat()
  const complaints = history.flatMap((step) => {
    const { complaint } = step.details as { complaint?: CaseComplaint }
    if (complaint) return [{ ...step, complaint, held: true }]
    return step.type === 'complained' ? [{ ...step, complaint: step.details as CaseComplaint, held: false }] : []
  })
  return (
    <Facts title="recoveryCase:screen.complaints">
      {complaints.length === 0 ? (
        <p className="quiet">{t('recoveryCase:screen.noComplaints')}</p>
      ) : (
        <ul className="case-complaints">
          {complaints.toReversed().map(({ complaint: { topic, channel, words }, held, ...step }) => (
            <li key={step.version}>
              <div>
                <strong>{t(`recoveryCase:topic.${topic}`)}</strong> · {t(`recoveryCase:channel.${channel}`)}
                {held && ` · ${t('recoveryCase:screen.complaintHeld')}`}
              </div>
              <div>{words}</div>
              <div className="quiet">
                {whoDid(t, step)} · {instant(step.at)}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Facts>
  )
}
