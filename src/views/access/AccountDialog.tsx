import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../services/access.ts'
import { type Account, invite } from '../../services/account.ts'
import { longestIntroduction, powerUserEdit } from '../../services/user.ts'
import { FormDialog } from '../detail/command/FormDialog.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { Ticks } from '../reviewers/Ticks.tsx'
import { Field } from '../shared/Field.tsx'
import { issuesOf } from '../shared/refusal.ts'
import { showSuccess } from '../shared/toast.ts'
import { AvatarField } from './AvatarField.tsx'
import type { Link } from './LinkShown.tsx'
import { PasswordOrLink, useWay } from './PasswordOrLink.tsx'

type AccountDialogProps = {
  /** Undefined for a new account. */
  account: Account | undefined
  roles: readonly Role[]
  onClose: () => void
  onSaved: () => void
  onLink: (name: string, link: Link) => void
}

/** Asks for an account's owner and roles; for a new account also for a password or a one-time link. */
export const AccountDialog = ({ account, roles, onClose, onSaved, onLink }: AccountDialogProps) => {
  const { t } = useTranslation()
  const inviting = useRequest(invite)
  const saving = useRequest(powerUserEdit)
  const [name, setName] = useState(account?.name ?? '')
  const [email, setEmail] = useState(account?.email ?? '')
  const [ticked, setTicked] = useState(() => account?.roles.map(({ id }) => String(id)) ?? [])
  const [introduction, setIntroduction] = useState(account?.introduction ?? '')
  const [avatar, setAvatar] = useState<string>()
  const [way, setWay] = useWay()
  const isInvited = !account && way.by === 'link'
  const { error, pending } = isInvited ? inviting : saving
  const errors = issuesOf(error)
  const errorIn = (field: string) => errors.find((issue) => issue.field.split('.')[0] === field)?.message

  const send = async (): Promise<boolean> => {
    const body = { name, email, roles: ticked.map(Number) }
    if (!isInvited) {
      const more = account
        ? { id: account.id, introduction, ...(avatar !== undefined && { avatar }) }
        : { password: way.password }
      return (await saving.send({ ...body, ...more })) !== undefined
    }
    const link = await inviting.send(body)
    if (link) onLink(name, link)
    return link !== undefined
  }
  const submit = async () => {
    if (!(await send())) return
    showSuccess(account ? `${t('account:event.accountEdited')}: ${name}` : t('access:opened', { name }))
    onSaved()
    onClose()
  }
  return (
    <FormDialog
      title={account ? `${t('access:editAccount')} · ${account.name}` : t('access:newAccount')}
      chart="account"
      pending={pending}
      error={error}
      action={{ text: t('common:save'), intent: 'primary' }}
      autoComplete="off"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('access:fullName')}
        error={errorIn('name')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has no other purpose
        autoFocus
        maxLength={100}
        value={name}
        readOnly={pending}
        onValue={setName}
      />
      <Field
        label={t('access:email')}
        error={errorIn('email')}
        type="email"
        maxLength={200}
        value={email}
        readOnly={pending}
        onValue={setEmail}
      />
      {account && (
        <>
          <Field
            label={t('access:introduction')}
            error={errorIn('introduction')}
            maxLength={longestIntroduction}
            value={introduction}
            readOnly={pending}
            onValue={setIntroduction}
          />
          <AvatarField avatar={avatar} error={errorIn('avatar')} disabled={pending} onAvatar={setAvatar} />
        </>
      )}
      <Ticks
        label={t('access:roles')}
        error={errorIn('roles')}
        options={roles.map(({ id, name: role }) => ({ value: String(id), name: role }))}
        ticked={ticked}
        disabled={pending}
        onTicked={setTicked}
      />
      {!account && <PasswordOrLink way={way} error={errorIn('password')} disabled={pending} onWay={setWay} />}
    </FormDialog>
  )
}
