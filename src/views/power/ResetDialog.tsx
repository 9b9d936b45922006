import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Account, issueLink, resetPassword } from '../../services/account.ts'
import { useRefusal } from '../detail/refusal.ts'
import { useRequest } from '../jobs/useRequest.ts'
import { useOnline } from '../shared/online.ts'
import { issuesOf } from '../shared/refusal.ts'
import { showSuccess } from '../shared/toast.ts'
import type { Link } from './LinkShown.tsx'
import { PasswordOrLink, type Way } from './PasswordOrLink.tsx'

type ResetDialogProps = {
  account: Account
  onClose: () => void
  onDone: () => void
  onLink: (name: string, link: Link) => void
}

/** Gives an account another password, or a link that chooses one. */
export const ResetDialog = ({ account: { id, version, name }, onClose, onDone, onLink }: ResetDialogProps) => {
  const { t } = useTranslation()
  const online = useOnline()
  const { inWords } = useRefusal('account')
  const linking = useRequest(issueLink)
  const setting = useRequest(resetPassword)
  const [way, setWay] = useState<Way>({ by: 'link', password: '' })
  const { error, pending } = way.by === 'link' ? linking : setting
  const errors = issuesOf(error)

  const send = async (): Promise<boolean> => {
    if (way.by === 'password') return (await setting.send({ id, version, password: way.password })) !== undefined
    const link = await linking.send({ id, version })
    if (link) onLink(name, link)
    return link !== undefined
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending || !online || !(await send())) return
    showSuccess(`${t(`account:event.${way.by === 'link' ? 'linkIssued' : 'passwordReset'}`)}: ${name}`)
    onDone()
    onClose()
  }
  return (
    <Dialog
      isOpen
      title={`${t('power:resetLogin')} · ${name}`}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose={!pending}
      transitionDuration={100}
      onClose={onClose}
      className="power-dialog"
    >
      <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
        <DialogBody>
          {error !== undefined && errors.length === 0 && (
            <Callout compact intent="danger" role="alert">
              {inWords(error)}
            </Callout>
          )}
          <p>{t('power:resetText')}</p>
          <PasswordOrLink
            way={way}
            error={errors.find(({ field }) => field === 'password')?.message}
            disabled={pending}
            onWay={setWay}
          />
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common:cancel')} disabled={pending} onClick={onClose} />
              <Button
                type="submit"
                intent="danger"
                text={t(`account:action.${way.by === 'link' ? 'linkIssued' : 'passwordReset'}`)}
                loading={pending}
                disabled={!online}
              />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
