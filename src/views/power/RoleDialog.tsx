import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Role, roleSave } from '../../services/power.ts'
import { useRefusal } from '../detail/refusal.ts'
import { useRequest } from '../jobs/useRequest.ts'
import { Field } from '../shared/Field.tsx'
import { useOnline } from '../shared/online.ts'
import { issuesOf } from '../shared/refusal.ts'
import { showSuccess } from '../shared/toast.ts'

type RoleDialogProps = {
  /** A new one without. */
  role: Role | undefined
  onClose: () => void
  onSaved: () => void
}

/** Asks for a role's name and note. */
export const RoleDialog = ({ role, onClose, onSaved }: RoleDialogProps) => {
  const { t } = useTranslation()
  const online = useOnline()
  const { inWords } = useRefusal('role')
  const { send, pending, error } = useRequest(roleSave)
  const [name, setName] = useState(role?.name ?? '')
  const [note, setNote] = useState(role?.note ?? '')
  const errors = issuesOf(error)
  const errorIn = (field: string) => errors.find((issue) => issue.field === field)?.message

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending || !online) return
    if (!(await send({ ...(role && { id: role.id }), name, note }))) return
    showSuccess(`${t('role:event.roleSaved')}: ${name}`)
    onSaved()
    onClose()
  }
  return (
    <Dialog
      isOpen
      title={role ? `${t('power:change')} · ${role.name}` : t('power:newRole')}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose={!pending}
      transitionDuration={100}
      onClose={onClose}
      className="power-dialog"
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogBody>
          {error !== undefined && errors.length === 0 && (
            <Callout compact intent="danger" role="alert">
              {inWords(error)}
            </Callout>
          )}
          <Field
            label={t('power:name')}
            error={errorIn('name')}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has no other purpose
            autoFocus
            maxLength={40}
            value={name}
            readOnly={pending}
            onValue={setName}
          />
          <Field
            label={t('power:note')}
            error={errorIn('note')}
            maxLength={500}
            value={note}
            readOnly={pending}
            onValue={setNote}
          />
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common:cancel')} disabled={pending} onClick={onClose} />
              <Button type="submit" intent="primary" text={t('common:save')} loading={pending} disabled={!online} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
