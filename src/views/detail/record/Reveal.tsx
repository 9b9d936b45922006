import { Dialog } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '../../../services/endpoint.ts'
import { reveal, type Why } from '../../../services/reveal.ts'
import { useConsole } from '../../shared/console.ts'
import { Masked, shownSeconds, useRevealed } from './Masked.tsx'
import { WhyForm } from './WhyForm.tsx'

type RevealProps = {
  of: Pick<InputOf<typeof reveal>, 'orderNo' | 'at' | 'record' | 'field' | 'contact'>
  masked: ReactNode
  /** Distinguishes several similar values on a page, in words. */
  which?: string | undefined
  /** Formats the value; unformatted by default. */
  as?: ((value: string) => ReactNode) | undefined
}

/**
 * One field of a customer: masked until the user states a purpose, and again after a minute or when the page closes.
 */
export const Reveal = (props: RevealProps) => (
  // A value revealed for one order or version must not show for another.
  <OneReveal key={JSON.stringify(props.of)} {...props} />
)

const OneReveal = ({ of, masked, which, as = (value) => value }: RevealProps) => {
  const { t } = useTranslation()
  const { client, user } = useConsole()
  const thing = t(`reveal:field.${of.field}`, { nth: (of.contact ?? 0) + 1 })
  return (
    <RevealWhy
      masked={masked}
      what={which ? `${thing}, ${which}` : thing}
      isPermitted={user.interfaces.includes(reveal.interface)}
      as={as}
      onReveal={async (why, key) => (await client.call(reveal, { ...of, ...why }, { key })).value}
    />
  )
}

type RevealWhyProps = {
  masked: ReactNode
  /** The value's name in words. */
  what: string
  isPermitted: boolean
  as?: (value: string) => ReactNode
  /** Asks for the value; `key` is the same for a repeated call. */
  onReveal: (why: Why, key: string) => Promise<string>
}

/** A masked value that is shown for a minute once the user states a purpose. */
export const RevealWhy = ({ masked, what, isPermitted, as = (value) => value, onReveal }: RevealWhyProps) => {
  const { t } = useTranslation()
  const { value, setValue, hide } = useRevealed()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const show = async (why: Why, key: string) => {
    setValue(await onReveal(why, key))
    close()
  }
  return (
    <>
      <Masked
        masked={masked}
        shown={value === undefined ? undefined : as(value) || '–'}
        what={what}
        reason={isPermitted ? undefined : t('errors:notPermitted')}
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
