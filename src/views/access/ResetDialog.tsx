import { useTranslation } from 'react-i18next'
import { type Account, issueLink, resetPassword } from '../../services/account.ts'
import { FormDialog } from '../detail/command/FormDialog.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { issuesOf } from '../shared/refusal.ts'
import { showSuccess } from '../shared/toast.ts'
import type { Link } from './LinkShown.tsx'
import { PasswordOrLink, useWay } from './PasswordOrLink.tsx'

type ResetDialogProps = {
  account: Account
  onClose: () => void
  onDone: () => void
  onLink: (name: string, link: Link) => void
}

/** Sets another password for an account, or issues a one-time link to choose one. */
export const ResetDialog = ({ account: { id, version, name }, onClose, onDone, onLink }: ResetDialogProps) => {
  const { t } = useTranslation()
  const linking = useRequest(issueLink)
  const setting = useRequest(resetPassword)
  const [way, setWay] = useWay()
  const { error, pending } = way.by === 'link' ? linking : setting
  const errors = issuesOf(error)

  const send = async (): Promise<boolean> => {
    if (way.by === 'password') return (await setting.send({ id, version, password: way.password })) !== undefined
    const link = await linking.send({ id, version })
    if (link) onLink(name, link)
    return link !== undefined
  }
  const submit = async () => {
    if (!(await send())) return
    showSuccess(`${t(`account:event.${way.by === 'link' ? 'linkIssued' : 'passwordReset'}`)}: ${name}`)
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={`${t('access:resetLogin')} · ${name}`}
      chart="account"
      pending={pending}
      error={error}
      action={{ text: t(`account:action.${way.by === 'link' ? 'linkIssued' : 'passwordReset'}`), intent: 'danger' }}
      autoComplete="off"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('access:resetText')}</p>
      <PasswordOrLink
        way={way}
        error={errors.find(({ field }) => field === 'password')?.message}
        disabled={pending}
        onWay={setWay}
      />
    </FormDialog>
  )
}
