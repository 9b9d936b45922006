import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { afterPaint } from '../shared/afterPaint.ts'
import { useApp } from '../shared/app.ts'
import { LoginForm } from './LoginForm.tsx'

// Blueprint's focus traps at the edges of a dialog are no place to return to.
const isTrap = (element: HTMLElement) => element.className.includes('focus-trap')

/** The element outside `over` that had the focus last. */
const useFocusBeneath = (over: string) => {
  const last = useRef<HTMLElement>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !target.closest(over) && !isTrap(target)) last.current = target
    }
    addEventListener('focusin', note)
    return () => removeEventListener('focusin', note)
  }, [over])
  return last
}

/** Opens over the page when the server no longer knows the session. */
export const ReloginDialog = () => {
  const { t } = useTranslation()
  const { session } = useApp()
  const isOpen = useSelector(session, (snapshot) => snapshot.matches({ active: 'expired' }))
  const pending = useSelector(session, (snapshot) => !snapshot.matches({ active: { expired: 'asking' } }))
  const error = useSelector(session, ({ context }) => context.error)
  const email = useSelector(session, ({ context }) => context.email)
  const left = useFocusBeneath('.relogin')
  const stay = () => session.send({ type: 'stayed' })

  return (
    <Dialog
      className="relogin"
      isOpen={isOpen}
      title={t('session:relogin.title')}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      // Set explicitly: another open overlay beneath would move the focus into itself.
      onClosed={() => afterPaint(() => left.current?.focus())}
      onClose={stay}
    >
      <DialogBody>
        <p>{t('session:relogin.message')}</p>
        <p className="relogin-here">{t('session:relogin.here')}</p>
        <LoginForm
          of={email}
          submit={t('session:relogin.continue')}
          pending={isOpen && pending}
          error={error}
          onSubmit={(credentials) => session.send({ type: 'loginSubmitted', ...credentials })}
        />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('session:relogin.cancel')} onClick={stay} />
            <Button text={t('session:relogin.again')} onClick={() => session.send({ type: 'reloginChosen' })} />
          </>
        }
      />
    </Dialog>
  )
}
