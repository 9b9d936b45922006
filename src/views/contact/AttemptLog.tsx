import type { Entry } from '../../services/contact.ts'
import { instantCell } from '../list/cells.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import './contact.css'

type LogProps = {
  /** The order of the page: attempts about another one name it. */
  orderNo: string | null
  log: readonly Entry[]
}

/** The call record and the SMS record of a person. */
export const AttemptLog = ({ log, ...rest }: LogProps) => (
  <>
    <Log {...rest} of="calls" log={log.filter(({ channel }) => channel !== 'sms')} />
    <Log {...rest} of="sms" log={log.filter(({ channel }) => channel === 'sms')} />
  </>
)

/** The call record or the SMS record: attempts with their outcomes, and those that a rule forbade. */
const Log = ({ of, orderNo, log }: LogProps & { of: 'calls' | 'sms' }) => {
  const format = useFormat()
  const { t } = format
  const title = t(`contact:record.${of}`)
  return (
    <>
      <h3 className="contact-record">{title}</h3>
      {log.length === 0 && <p className="quiet">{t(`contact:record.${of}None`)}</p>}
      {log.length > 0 && (
        <ul className="contact-log" aria-label={title}>
          {log.map((entry) => (
            <li key={entry.attempt + entry.type}>
              <div>
                <strong>{t(`contact:channel.${entry.channel}`)}</strong> · {t(`contact:purpose.${entry.purpose}`)}
                {entry.byLaw && <> · {t('contact:screen.byLaw')}</>}
                {entry.whom !== 'self' && <> · {t('contact:ask.relative')}</>}
                {entry.order !== null && entry.order !== orderNo && <> · {entry.order}</>}
              </div>
              <div className="quiet">
                {instantCell(entry.at, format)} · {entry.byName}
              </div>
              <div>
                {entry.rule !== null && (
                  <Tag intent="warning">{`${t('contact:event.attemptBlocked')}: ${t(`contact:guard.${entry.rule}`)}`}</Tag>
                )}
                {entry.outcome && <Tag>{t(`contact:outcome.${entry.outcome}`)}</Tag>}
                {entry.rule === null && !entry.outcome && of === 'calls' && t('contact:screen.noOutcome')}
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
