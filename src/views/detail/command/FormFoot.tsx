import { Classes, DialogFooter } from '@blueprintjs/core'
import { type ComponentProps, useEffect, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { SendButton } from '../form/SendButton.tsx'
import { Back } from './Back.tsx'

type FormFootProps = Pick<ComponentProps<typeof SendButton>, 'text' | 'intent' | 'reason'> & {
  /** Whether the form only asks for a confirmation, so that the way back has the focus first. */
  isPlain: boolean
  pending: boolean
  onCancel: () => void
}

/** The foot of a form: the way back, the command, and the key for it. */
export const FormFoot = ({ isPlain, pending, onCancel, ...command }: FormFootProps) => {
  const { t } = useTranslation()
  return (
    <DialogFooter
      actions={
        <>
          <Back isFirst={isPlain} disabled={pending} onClick={onCancel} />
          <SendButton type="submit" {...command} loading={pending} />
        </>
      }
    >
      <span className={Classes.TEXT_MUTED}>{t(isPlain ? 'detail:confirmKeys' : 'detail:submitKeys')}</span>
    </DialogFooter>
  )
}

export const focusFirst = (form: HTMLElement | null, selector: string) =>
  form?.querySelector<HTMLElement>(selector)?.focus()

/** Gives a form's first field the focus, or the way back of a form without fields. */
export const useFirstFocus = (form: RefObject<HTMLElement | null>) =>
  useEffect(() => focusFirst(form.current, 'input, select, textarea, [data-enter-submits]'), [form])
