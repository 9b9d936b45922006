import { type Account, issueLink, resetPassword } from '../../services/account.ts'
import { About } from '../detail/command/About.tsx'
import { FormDialog } from '../detail/command/FormDialog.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { useFormat } from '../shared/format.ts'
import { issuesOf } from '../shared/refusal.ts'
import { showSuccess } from '../shared/toast.ts'
import { accountSubject } from './accountSubject.ts'
import type { Link } from './LinkShown.tsx'
import { PasswordOrLink, useWay } from './PasswordOrLink.tsx'

type ResetDialogProps = {
  account: Account
  onClose: () => void
  onDone: () => void
  onLink: (name: string, link: Link) => void
}

/** Sets another password for an account, or issues a one-time link to choose one. */
export const ResetDialog = ({ account, onClose, onDone, onLink }: ResetDialogProps) => {
  const format = useFormat()
  const { t } = format
  const { id, version, name } = account
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
      <About facts={accountSubject(account).about!('passwordReset', format)} />
      <PasswordOrLink
        way={way}
        error={errors.find(({ field }) => field === 'password')?.message}
        disabled={pending}
        onWay={setWay}
      />
    </FormDialog>
  )
}
