import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { useApp } from '../shared/app.ts'
import { LoginForm } from './LoginForm.tsx'

/** Opens over the page when the server no longer knows the session. */
export const ReloginDialog = () => {
  const { t } = useTranslation()
  const { session } = useApp()
  const isOpen = useSelector(session, (snapshot) => snapshot.matches({ active: 'expired' }))
  const pending = useSelector(session, (snapshot) => !snapshot.matches({ active: { expired: 'asking' } }))
  const error = useSelector(session, ({ context }) => context.error)
  const stay = () => session.send({ type: 'stayed' })

  return (
    <Dialog
      className="relogin"
      isOpen={isOpen}
      title={t('session:relogin.title')}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      shouldReturnFocusOnClose
      onClose={stay}
    >
      <DialogBody>
        <p>{t('session:relogin.message')}</p>
        <p className="relogin-here">{t('session:relogin.here')}</p>
        <LoginForm
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
