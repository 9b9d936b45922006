import { Dialog } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reveal } from '../../services/lead.ts'
import type { Why } from '../../services/reveal.ts'
import { Masked, shownSeconds, useRevealed } from '../detail/record/Masked.tsx'
import { WhyForm } from '../detail/record/WhyForm.tsx'
import { useConsole } from '../shared/console.ts'

type LeadRevealProps = { id: string; field: 'name' | 'phone'; masked: string }

/** The name or phone of a lead: masked until the user states a purpose, and again after a minute. */
export const LeadReveal = ({ id, field, masked }: LeadRevealProps) => {
  const { t } = useTranslation()
  const { client, user } = useConsole()
  const { value, setValue, hide } = useRevealed()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const show = async (why: Why, key: string) => {
    setValue((await client.call(reveal, { id, field, ...why }, { key })).value || '–')
    close()
  }
  const what = t(`reveal:field.${field}`)
  return (
    <>
      <Masked
        masked={masked}
        shown={value}
        what={what}
        reason={user.interfaces.includes(reveal.interface) ? undefined : t('errors:notPermitted')}
        onShow={() => setAsking(true)}
        onHide={hide}
      />
      <Dialog isOpen={isAsking} title={t('reveal:title', { what })} transitionDuration={100} onClose={close}>
        <WhyForm
          text={t('reveal:show')}
          notice={t('reveal:kept', { seconds: shownSeconds })}
          onSay={show}
          onCancel={close}
        />
      </Dialog>
    </>
  )
}
