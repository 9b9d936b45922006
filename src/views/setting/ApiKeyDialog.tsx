import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { make } from '../../services/apiKey.ts'
import { FormDialog } from '../detail/command/FormDialog.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { Field } from '../shared/Field.tsx'
import { issuesOf } from '../shared/refusal.ts'
import type { Key } from './KeyShown.tsx'

type ApiKeyDialogProps = { onClose: () => void; onMade: (key: Key) => void }

/** Asks for the name of a new API key. */
export const ApiKeyDialog = ({ onClose, onMade }: ApiKeyDialogProps) => {
  const { t } = useTranslation()
  const { send, pending, error } = useRequest(make)
  const [name, setName] = useState('')
  const submit = async () => {
    const made = await send({ name: name.trim() })
    if (!made) return
    onClose()
    onMade({ name: name.trim(), secret: made.secret })
  }
  return (
    <FormDialog
      title={t('apiKey:action.keyMade')}
      chart="apiKey"
      pending={pending}
      error={error}
      action={{ text: t('apiKey:action.keyMade'), intent: 'primary' }}
      autoComplete="off"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('setting:screen.key.name')}
        error={issuesOf(error)[0]?.message}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has no other purpose
        autoFocus
        maxLength={20}
        value={name}
        readOnly={pending}
        onValue={setName}
      />
    </FormDialog>
  )
}
