import { Button, Dialog, DialogBody, DialogFooter, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { issuesOf, refusalOf } from '../shared/refusal.ts'

type Role = { id: number; name: string }
type Named = { name: string; role: number | null }

type ViewDialogProps = {
  title: string
  initial: Named
  roles: readonly Role[]
  onSave: (named: Named) => Promise<unknown>
  onClose: () => void
}

/** Asks for a view's name and the role that shares it. */
export const ViewDialog = ({ title, initial, roles, onSave, onClose }: ViewDialogProps) => {
  const { t } = useTranslation()
  const nameId = useId()
  const roleId = useId()
  const nameInput = useRef<HTMLInputElement>(null)
  const [view, setView] = useState(initial)
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const submit = () => {
    if (view.name.trim() === '') return setRefusal(t('errors:field.required'))
    setSaving(true)
    onSave(view).then(onClose, (error: unknown) => {
      setSaving(false)
      const issues = issuesOf(error).map(({ message }) => message)
      setRefusal(issues.length > 0 ? issues.join(' · ') : refusalOf(error, String(error)))
    })
  }

  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      transitionDuration={100}
      onOpening={() => nameInput.current?.focus()}
      className="list-view-dialog"
    >
      <Form onSubmit={submit}>
        <DialogBody>
          <label htmlFor={nameId}>{t('list:viewName')}</label>
          <InputGroup
            id={nameId}
            inputRef={nameInput}
            aria-required
            maxLength={60}
            value={view.name}
            aria-invalid={refusal !== undefined}
            intent={refusal ? 'danger' : 'none'}
            onValueChange={(name) => setView({ ...view, name })}
          />
          {refusal && (
            <p role="alert" className="list-flaw">
              {refusal}
            </p>
          )}
          <label htmlFor={roleId}>{t('list:shareWith')}</label>
          <HTMLSelect
            id={roleId}
            fill
            value={view.role ?? ''}
            options={[
              { value: '', label: t('list:onlyMe') },
              ...roles.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ target: { value } }) => setView({ ...view, role: value ? Number(value) : null })}
          />
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common:cancel')} onClick={onClose} />
              <SendButton type="submit" intent="primary" text={t('common:save')} loading={saving} />
            </>
          }
        />
      </Form>
    </Dialog>
  )
}
