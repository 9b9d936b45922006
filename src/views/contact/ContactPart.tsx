import { HTMLTable } from '@blueprintjs/core'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { channels, purposes } from '../../machines/contact.facts.ts'
import { type Contact, type ContactOfOrder, list, ofOrder } from '../../services/contact.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { instantCell } from '../list/cells.tsx'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { subjectOf } from './subject.ts'
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
      {record && <Reaching record={record} onReload={reload} />}
    </Facts>
  )
}

/** What the person and their emergency contacts said, and who barred contact why. */
const factsOf = ({ hours, consents, relatives, asked, barred, lift }: Contact, t: TFunction) => ({
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
  'contact:screen.barred': barred?.reason,
  'contact:screen.lift': lift?.reason,
})

const Reaching = ({ record, onReload }: { record: ContactOfOrder; onReload: () => void }) => {
  const { t } = useTranslation()
  const home = useRef<HTMLParagraphElement>(null)
  const subject = subjectOf(record.contact)
  const { state, phone } = record.contact
  return (
    <>
      <p ref={home} tabIndex={-1}>
        <Tag intent={state === 'reachable' ? 'success' : 'warning'}>{t(`contact:state.${state}`)}</Tag> {phone}
      </p>
      <Now now={record.now} />
      <div className="edit-deeds">
        <OfferButtons subject={subject} small />
      </div>
      <CommandDialog subject={subject} home={home} onReload={onReload} />
      <Log log={record.log} />
    </>
  )
}

/** Whether the person may be reached now, and why not. */
const Now = ({ now }: Pick<ContactOfOrder, 'now'>) => {
  const { t } = useTranslation()
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
          const barred = ofPurpose.filter(({ rule }) => rule !== null)
          const why = [...new Set(barred.map(({ rule, figures }) => t(`contact:blocked.${rule}`, figures)))]
          return (
            <tr key={purpose}>
              <th scope="row">{t(`contact:purpose.${purpose}`)}</th>
              <td>
                {open.map((channel) => t(`contact:channel.${channel}`)).join(', ') || '–'}
                {why.length > 0 && (
                  <p className="detail-quiet">
                    {t('contact:screen.closed')}: {why.join('; ')}
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

/** The calls, messages and visits to the person, and those that a rule forbade. */
const Log = ({ log }: Pick<ContactOfOrder, 'log'>) => {
  const format = useFormat()
  const { t } = format
  if (log.length === 0) return <p className="detail-quiet">{t('contact:screen.noAttempts')}</p>
  return (
    <HTMLTable compact className="contact-log" aria-label={t('contact:screen.log')}>
      <tbody>
        {log.map((entry) => (
          <tr key={`${entry.at} ${entry.type} ${entry.channel}`}>
            <td>{instantCell(entry.at, format)}</td>
            <td>{t(`contact:event.${entry.type}`)}</td>
            <td>
              {t(`contact:purpose.${entry.purpose}`)} · {t(`contact:channel.${entry.channel}`)}
            </td>
            <td>{entry.byName}</td>
            <td>
              {entry.outcome && t(`contact:outcome.${entry.outcome}`)}
              {entry.rule && t(`contact:guard.${entry.rule}`)}
              {entry.type !== 'attemptBlocked' && !entry.outcome && t('contact:screen.noOutcome')}
            </td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  )
}
