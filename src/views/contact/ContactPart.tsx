import { HTMLTable } from '@blueprintjs/core'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { channels, purposes } from '../../machines/contact.facts.ts'
import { type Contact, type ContactOfOrder, type Entry, list, ofOrder } from '../../services/contact.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { Reveal } from '../detail/record/Reveal.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { instantCell } from '../list/cells.tsx'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { AttemptButtons } from './AttemptButtons.tsx'
import { subjectOf } from './subject.ts'
import { useClosedWords } from './verdict.ts'
import './contact.css'

/** How the customer of an order may be reached, what they said about it, and every attempt. */
export const ContactPart = ({ orderNo }: { orderNo: string }) => {
  const { user } = useConsole()
  return user.interfaces.includes(list.interface) ? <Part orderNo={orderNo} /> : null
}

const Part = ({ orderNo }: { orderNo: string }) => {
  const { t } = useTranslation()
  const { record, error, retry, reload } = useRecord(ofOrder, { orderNo }, { kind: 'contact', id: undefined })
  return (
    <Facts title="contact:title" facts={record && factsOf(record.contact, t)}>
      {!record && error === undefined && <p className="detail-quiet">{t('common:loading')}</p>}
      {error !== undefined && <Failed brief={record !== undefined} error={error} onRetry={retry} />}
      {record && <Reaching orderNo={orderNo} record={record} onReload={reload} />}
    </Facts>
  )
}

// Who opted out gave no reason; the way they did it stands in its place.
const reasonOf = (reason: string, t: TFunction) =>
  reason === 'app' || reason === 'link' ? t(`contact:screen.optedOut.${reason}`) : reason

/** What the person and their emergency contacts said, and who barred contact why. */
const factsOf = ({ hours, consents, relatives, asked, barred, covered, lift }: Contact, t: TFunction) => ({
  'contact:screen.hours': hours && `${hours.opens}–${hours.closes}, ${t(`contact:days.${hours.days}`)}`,
  'contact:screen.consents': consents
    .map(({ purpose, channel, given }) =>
      t(given ? 'contact:screen.given' : 'contact:screen.withdrawn', {
        what: `${t(`contact:purpose.${purpose}`)}, ${t(`contact:channel.${channel}`)}`,
      }),
    )
    .join('; '),
  'contact:screen.relatives': relatives
    .map(({ relative, confirmed }) =>
      t(confirmed ? 'contact:screen.agrees' : 'contact:screen.refuses', {
        who: asked.find((one) => one.relative === relative)?.name ?? '–',
      }),
    )
    .join('; '),
  'contact:screen.barred': barred && reasonOf(barred.reason, t),
  'contact:screen.covered': covered && reasonOf(covered.reason, t),
  'contact:screen.lift': lift?.reason,
})

type ReachingProps = { orderNo: string; record: ContactOfOrder; onReload: () => void }

const Reaching = ({ orderNo, record, onReload }: ReachingProps) => {
  const { t } = useTranslation()
  const home = useRef<HTMLParagraphElement>(null)
  const subject = subjectOf(record.contact)
  const { state, phone } = record.contact
  return (
    <>
      <p ref={home} tabIndex={-1} className="contact-head">
        <Tag intent={state === 'reachable' ? 'success' : 'warning'}>{t(`contact:state.${state}`)}</Tag>
        <Reveal of={{ orderNo, field: 'phone' }} masked={phone} which={t('contact:title')} />
      </p>
      <Now record={record} />
      <div className="edit-deeds contact-deeds">
        <AttemptButtons orderNo={orderNo} record={record} subject={subject} onReload={onReload} />
        <OfferButtons subject={subject} small />
      </div>
      <CommandDialog subject={subject} home={home} onReload={onReload} />
      <Log of="calls" orderNo={orderNo} log={record.log.filter(({ channel }) => channel !== 'sms')} />
      <Log of="sms" orderNo={orderNo} log={record.log.filter(({ channel }) => channel === 'sms')} />
    </>
  )
}

/** Whether the person may be reached now, why not, and from when. */
const Now = ({ record: { now, zone } }: { record: ContactOfOrder }) => {
  const { t } = useTranslation()
  const closedWords = useClosedWords()
  return (
    <HTMLTable compact className="contact-now" aria-label={t('contact:screen.now')}>
      <thead>
        <tr>
          <th scope="col">{t('contact:ask.purpose')}</th>
          <th scope="col">{t('contact:screen.open')}</th>
        </tr>
      </thead>
      <tbody>
        {purposes.map((purpose) => {
          const ofPurpose = now.filter((one) => one.purpose === purpose)
          const open = channels.filter((channel) => ofPurpose.some((one) => one.channel === channel && !one.rule))
          const why = new Set(ofPurpose.flatMap((one) => closedWords({ ...one, zone }) ?? []))
          return (
            <tr key={purpose}>
              <th scope="row">{t(`contact:purpose.${purpose}`)}</th>
              <td>
                {open.map((channel) => t(`contact:channel.${channel}`)).join(', ') || '–'}
                {why.size > 0 && (
                  <p className="detail-quiet">
                    {t('contact:screen.closed')}: {[...why].join('; ')}
                  </p>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </HTMLTable>
  )
}

type LogProps = { of: 'calls' | 'sms'; orderNo: string; log: readonly Entry[] }

/** The call record or the SMS record: attempts with their outcomes, and those that a rule forbade. */
const Log = ({ of, orderNo, log }: LogProps) => {
  const format = useFormat()
  const { t } = format
  const title = t(`contact:record.${of}`)
  return (
    <>
      <h3 className="contact-record">{title}</h3>
      {log.length === 0 && <p className="detail-quiet">{t(`contact:record.${of}None`)}</p>}
      {log.length > 0 && (
        <ul className="contact-log" aria-label={title}>
          {log.map((entry) => (
            <li key={entry.attempt + entry.type}>
              <div>
                <strong>{t(`contact:channel.${entry.channel}`)}</strong> · {t(`contact:purpose.${entry.purpose}`)}
                {entry.whom !== 'self' && <> · {t('contact:ask.relative')}</>}
                {entry.order !== null && entry.order !== orderNo && <> · {entry.order}</>}
              </div>
              <div className="detail-quiet">
                {instantCell(entry.at, format)} · {entry.byName}
              </div>
              <div>
                {entry.rule !== null && (
                  <Tag intent="warning">{`${t('contact:event.attemptBlocked')}: ${t(`contact:guard.${entry.rule}`)}`}</Tag>
                )}
                {entry.outcome && <Tag>{t(`contact:outcome.${entry.outcome}`)}</Tag>}
                {entry.rule === null && !entry.outcome && t('contact:screen.noOutcome')}
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
