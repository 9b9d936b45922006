import { useRef } from 'react'
import type { LeadRecord } from '../../services/lead.ts'
import { AttemptLog } from '../contact/AttemptLog.tsx'
import { contactFacts } from '../contact/contactFacts.ts'
import { subjectOf } from '../contact/subject.ts'
import { useClock, useClosedWords } from '../contact/verdict.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'

/** Whether the seller may reach the person now by each channel, what the person said about it, and every attempt. */
export const LeadReach = ({ record, onReload }: { record: LeadRecord; onReload: () => void }) => {
  const { t } = useFormat()
  const closedWords = useClosedWords()
  const { now, zone, contact, log } = record
  const home = useRef<HTMLDivElement>(null)
  const subject = subjectOf(contact)
  const shown = contactFacts(contact, t)
  const allowed = (why: string | undefined) => why ?? <Tag intent="success">{t('lead:screen.allowed')}</Tag>
  return (
    <Facts
      title="lead:screen.reach"
      facts={{
        ...Object.fromEntries(
          now.map((one) => {
            return [`contact:channel.${one.channel}`, allowed(closedWords({ ...one, zone }))]
          }),
        ),
        'contact:screen.consents': shown['contact:screen.consents'],
        'contact:screen.barred': shown['contact:screen.barred'],
      }}
    >
      {zone && <Clock zone={zone} />}
      <div ref={home} tabIndex={-1} className="contact-deeds">
        <OfferButtons subject={subject} small only={['marketingBarred', 'consentGiven', 'consentWithdrawn']} />
      </div>
      <CommandDialog subject={subject} home={home} onReload={onReload} />
      <AttemptLog orderNo={null} log={log} />
    </Facts>
  )
}

const Clock = ({ zone }: { zone: NonNullable<LeadRecord['zone']> }) => {
  const clock = useClock(zone)
  return <p className="contact-clock quiet">{clock}</p>
}
