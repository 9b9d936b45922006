import { HTMLTable } from '@blueprintjs/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { channels, purposes } from '../../machines/contact.facts.ts'
import { type ContactOfOrder, list, ofOrder } from '../../services/contact.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { Reveal } from '../detail/record/Reveal.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { AttemptButtons } from './AttemptButtons.tsx'
import { AttemptLog } from './AttemptLog.tsx'
import { contactFacts } from './contactFacts.ts'
import { subjectOf } from './subject.ts'
import { useClosedWords } from './verdict.ts'
import './contact.css'

/** How the customer of an order may be reached, what they said about it, and every attempt. */
export const ContactPart = ({ orderNo }: { orderNo: string }) => {
  const { user } = useConsole()
  return user.interfaces.includes(list.interface) ? <Part orderNo={orderNo} /> : null
}

const Part = ({ orderNo }: { orderNo: string }) => {
  const { t } = useFormat()
  const { record, error, retry, reload } = useRecord(ofOrder, { orderNo }, { kind: 'contact', id: undefined })
  return (
    <Facts title="contact:title" facts={record && contactFacts(record.contact, t)}>
      {!record && error === undefined && <p className="quiet">{t('common:loading')}</p>}
      {error !== undefined && <Failed brief={record !== undefined} error={error} onRetry={retry} />}
      {record && <Reaching orderNo={orderNo} record={record} onReload={reload} />}
    </Facts>
  )
}

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
      <div className="contact-deeds">
        <AttemptButtons orderNo={orderNo} record={record} subject={subject} onReload={onReload} />
        <OfferButtons subject={subject} small />
      </div>
      <CommandDialog subject={subject} home={home} onReload={onReload} />
      <AttemptLog orderNo={orderNo} log={record.log} />
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
                  <p className="quiet">
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
