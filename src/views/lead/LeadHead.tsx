import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type LeadRecord, sellerPhone, reveal } from '../../services/lead.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { NewRecord } from '../detail/command/NewRecord.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { useOfferKeys } from '../detail/command/useOfferKeys.ts'
import { Neighbours } from '../detail/record/Neighbours.tsx'
import { OwnPhone } from '../detail/record/OwnPhone.tsx'
import { RevealWhy } from '../detail/record/Reveal.tsx'
import { qualityChecks } from '../quality/subject.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { IssueCode } from '../verifyCode/IssueCode.tsx'
import { stateIntents } from './columns.tsx'
import { NextLead } from './NextLead.tsx'
import { subjectIn } from './subject.ts'

const keys = { c: 'contacted', o: 'outcomeNoted', b: 'callBackSet', f: 'finished', i: 'invalidated' }

/** Who the person is, where the lead stands, and its commands. */
export const LeadHead = ({ record, onReload }: { record: LeadRecord; onReload: () => void }) => {
  const { t } = useFormat()
  const { client, user } = useConsole()
  const { row } = record
  const { id } = row
  const subject = subjectIn(record)
  const home = useRef<HTMLHeadingElement>(null)
  useOfferKeys(subject, keys)
  const isSeller = row.state === 'following' && row.seller === user.id
  return (
    <header className="detail-head lead-head">
      <div className="detail-standing">
        <h1 ref={home} tabIndex={-1}>
          {row.name || t('audit:erased')}
        </h1>
        <Tag intent={stateIntents[row.state]}>{t(`lead:state.${row.state}`)}</Tag>
        {row.callBackDue && <Tag intent="warning">{t('lead:screen.callBackDue')}</Tag>}
        {row.idleAt !== null && <Tag intent="warning">{t('lead:screen.idle')}</Tag>}
        {row.name !== '' && (
          <>
            <LeadReveal key={`name ${id}`} id={id} field="name" masked={row.name} />
            {isSeller ? (
              <OwnPhone
                key={`phone ${id}`}
                masked={row.phone}
                name={row.name}
                words="lead"
                onReveal={async () => (await client.call(sellerPhone, { id })).phone}
              />
            ) : (
              <LeadReveal key={`phone ${id}`} id={id} field="phone" masked={row.phone} />
            )}
          </>
        )}
      </div>
      <Neighbours />
      <div className="detail-actions screen-only">
        <OfferButtons subject={subject} />
        {isSeller && <IssueCode key={id} lead={id} />}
        {(row.state === 'finished' || row.state === 'invalid') && <Complain key={id} lead={id} name={row.name} />}
        <NextLead />
      </div>
      <CommandDialog subject={subject} home={home} onReload={onReload} />
    </header>
  )
}

type ComplainProps = { lead: string; name: string }

/** Notes a complaint about the last visit to a lead, which is checked because of it. */
const Complain = ({ lead, name }: ComplainProps) => {
  const { t } = useTranslation()
  return <NewRecord process={qualityChecks} name={name || t('audit:erased')} body={{ lead }} />
}

type LeadRevealProps = { id: string; field: 'name' | 'phone'; masked: string }

/** The name or phone of a lead: masked until the user states a purpose, and again after a minute. */
const LeadReveal = ({ id, field, masked }: LeadRevealProps) => {
  const { t } = useTranslation()
  const { client, user } = useConsole()
  return (
    <RevealWhy
      masked={masked}
      what={t(`reveal:field.${field}`)}
      isPermitted={user.interfaces.includes(reveal.interface)}
      onReveal={async (why, key) => (await client.call(reveal, { id, field, ...why }, { key })).value}
    />
  )
}
