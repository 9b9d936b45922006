import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ContactChannel, type ContactPurpose, purposes } from '../../machines/contact.facts.ts'
import { askWhereabouts, attemptOn, type ContactOfOrder } from '../../services/contact.ts'
import { useOffers } from '../detail/command/OfferButtons.tsx'
import type { Subject } from '../detail/command/subject.ts'
import { useCommand } from '../detail/command/useCommand.ts'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import type { Field } from '../detail/form/field.ts'
import { useRequest } from '../jobs/useRequest.ts'
import { useConsole } from '../shared/console.ts'
import { useOnline } from '../shared/online.ts'
import { acting } from '../shared/pointerGuard.ts'
import { showSuccess } from '../shared/toast.ts'
import { AttemptDialog } from './AttemptDialog.tsx'
import { relativeOptions } from './subject.ts'

/** The channels that staff use themselves: an SMS is sent as a message. */
const byHand = ['phone', 'whatsapp', 'visit', 'email'] as const satisfies ContactChannel[]
type ByHand = (typeof byHand)[number]

const options = (values: readonly string[], words: string) =>
  values.map((value) => ({ value, words: `contact:${words}.${value}` }))
const channel: Field & { kind: 'choice' } = { kind: 'choice', options: options(byHand, 'channel'), initial: 'phone' }

type AttemptButtonsProps = { orderNo: string; record: ContactOfOrder; subject: Subject; onReload: () => void }

/** Begins an attempt to reach a customer, or to ask an emergency contact; then opens the form of its outcome. */
export const AttemptButtons = ({ orderNo, record, subject, onReload }: AttemptButtonsProps) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const [asking, setAsking] = useState<'attempt' | 'whereabouts'>()
  const begun = useOutcomeForm(record, subject)
  const online = useOnline()
  const agreed = record.contact.relatives.some(({ confirmed }) => confirmed)

  const open = (form: 'attempt' | 'whereabouts') => {
    // The rules of this minute may differ from those of the page's last answer.
    onReload()
    setAsking(form)
  }
  const close = () => setAsking(undefined)
  const forms = {
    orderNo,
    record,
    onClose: close,
    onBegun: (attempt: string) => {
      close()
      begun(attempt)
      onReload()
    },
    onReload,
  }
  const offline = online ? undefined : t('shell:offline.barred')
  return (
    <>
      {user.interfaces.includes(attemptOn.interface) && (
        <BarredButton
          {...acting}
          size="small"
          intent="primary"
          text={t('contact:attempt.open')}
          reason={offline}
          onClick={() => open('attempt')}
        />
      )}
      {user.interfaces.includes(askWhereabouts.interface) && (
        <BarredButton
          {...acting}
          size="small"
          text={t('contact:whereabouts.open')}
          reason={offline ?? (agreed ? undefined : t('contact:whereabouts.nobody'))}
          onClick={() => open('whereabouts')}
        />
      )}
      {asking === 'attempt' && <AttemptForm {...forms} />}
      {asking === 'whereabouts' && <WhereaboutsForm {...forms} />}
    </>
  )
}

/** Opens the form of the outcome as soon as the record shows the attempt that was begun. */
const useOutcomeForm = ({ contact }: ContactOfOrder, subject: Subject) => {
  const begun = useRef<string>(undefined)
  const offer = useOffers(subject).find(({ event }) => event === 'outcomeNoted')
  const { start } = useCommand(subject)
  const openForm = useEffectEvent(() => {
    if (!contact.attempts.some(({ attempt }) => attempt === begun.current)) return
    begun.current = undefined
    if (offer && offer.reason === undefined) start(offer)
  })
  useEffect(() => openForm(), [contact])
  return (attempt: string) => {
    begun.current = attempt
  }
}

type FormProps = {
  orderNo: string
  record: ContactOfOrder
  onBegun: (attempt: string) => void
  onReload: () => void
  onClose: () => void
}

const AttemptForm = ({ orderNo, record, onBegun, onReload, onClose }: FormProps) => {
  const { t } = useTranslation()
  const { send, pending, error } = useRequest(attemptOn)
  const isOverdue = record.now.some(({ figures }) => typeof figures.overdue === 'number')
  const verdictOf = ({ purpose, channel: by }: Readonly<Record<string, string>>) => {
    const found = record.now.find((one) => one.purpose === purpose && one.channel === by)
    return found && { ...found, zone: record.zone }
  }
  const begin = async ({ purpose, channel: by }: Readonly<Record<string, string>>) => {
    const done = await send({ orderNo, purpose: purpose as ContactPurpose, channel: by as ByHand })
    if (!done) return onReload()
    showSuccess(`${t('contact:event.attempted')}: ${record.contact.name}`)
    onBegun(done.attempt)
  }
  return (
    <AttemptDialog
      title={`${t('contact:attempt.title')} · ${record.contact.name}`}
      action={t('contact:attempt.begin')}
      fields={{
        purpose: {
          kind: 'choice',
          options: options(purposes, 'purpose'),
          initial: isOverdue ? 'collection' : 'service',
        },
        channel,
      }}
      zone={record.zone}
      verdictOf={verdictOf}
      pending={pending}
      error={error}
      onBegin={(typed) => void begin(typed)}
      onClose={onClose}
    />
  )
}

/** The form names no loan, amount or debt, so that none of them is said. */
const WhereaboutsForm = ({ orderNo, record, onBegun, onReload, onClose }: FormProps) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const { send, pending, error } = useRequest(askWhereabouts)
  const { contact, zone, whereabouts } = record
  const agreed = contact.relatives.flatMap(({ relative, confirmed }) => (confirmed ? [relative] : []))
  const relatives = relativeOptions(contact).filter(({ value }) => agreed.includes(value))
  const begin = async ({ relative = '', channel: by }: Readonly<Record<string, string>>) => {
    const done = await send({ orderNo, relative, channel: by as ByHand })
    if (!done) return onReload()
    showSuccess(`${t('contact:event.whereaboutsAsked')}: ${contact.name}`)
    onBegun(done.attempt)
  }
  return (
    <AttemptDialog
      title={`${t('contact:whereabouts.title')} · ${contact.name}`}
      action={t('contact:attempt.begin')}
      fields={{
        relative: {
          kind: 'choice',
          options: relatives,
          ...(relatives.length === 1 && { initial: relatives[0]!.value }),
        },
        channel,
      }}
      zone={zone}
      verdictOf={() => ({ ...whereabouts, zone })}
      pending={pending}
      error={error}
      onBegin={(typed) => void begin(typed)}
      onClose={onClose}
    >
      <blockquote className="contact-say">
        <p>{t('contact:whereabouts.say', { staff: user.name })}</p>
        <footer>{t('contact:whereabouts.never')}</footer>
      </blockquote>
    </AttemptDialog>
  )
}
