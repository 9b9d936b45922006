import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Role, roleSave } from '../../services/access.ts'
import { FormDialog } from '../detail/command/FormDialog.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { Field } from '../shared/Field.tsx'
import { issuesOf } from '../shared/refusal.ts'
import { showSuccess } from '../shared/toast.ts'

type RoleDialogProps = {
  /** Undefined for a new role. */
  role: Role | undefined
  onClose: () => void
  onSaved: () => void
}

/** Asks for a role's name and note. */
export const RoleDialog = ({ role, onClose, onSaved }: RoleDialogProps) => {
  const { t } = useTranslation()
  const { send, pending, error } = useRequest(roleSave)
  const [name, setName] = useState(role?.name ?? '')
  const [note, setNote] = useState(role?.note ?? '')
  const errors = issuesOf(error)
  const errorIn = (field: string) => errors.find((issue) => issue.field === field)?.message

  const submit = async () => {
    if (!(await send({ ...(role && { id: role.id }), name, note }))) return
    showSuccess(`${t('role:event.roleSaved')}: ${name}`)
    onSaved()
    onClose()
  }
  return (
    <FormDialog
      title={role ? `${t('access:change')} · ${role.name}` : t('access:newRole')}
      chart="role"
      pending={pending}
      error={error}
      action={{ text: t('common:save'), intent: 'primary' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('access:name')}
        error={errorIn('name')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has no other purpose
        autoFocus
        maxLength={40}
        value={name}
        readOnly={pending}
        onValue={setName}
      />
      <Field
        label={t('access:note')}
        error={errorIn('note')}
        maxLength={500}
        value={note}
        readOnly={pending}
        onValue={setNote}
      />
    </FormDialog>
  )
}
