import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onlyCode, type SettingKind } from '../../machines/setting.facts.ts'
import type { InputOf } from '../../services/endpoint.ts'
import { propose, type SettingRow } from '../../services/setting.ts'
import { FormDialog } from '../detail/command/FormDialog.tsx'
import { AskField } from '../detail/form/AskField.tsx'
import type { Field } from '../detail/form/field.ts'
import { useRequest } from '../jobs/useRequest.ts'
import { issuesOf } from '../shared/refusal.ts'
import { showSuccess } from '../shared/toast.ts'
import { ReasonField } from './ReasonField.tsx'
import { askOf, codeOf, fieldsOf, hints, isOnly, labelOf, plain, typedOf, usual, valueOf } from './settingFields.ts'

type SettingDialogProps = {
  kind: SettingKind
  /** Undefined for a new setting. */
  setting: SettingRow | undefined
  /** The settings that a new one can be for: products without rates, apps without links. */
  owners: readonly SettingRow[]
  onClose: () => void
  onSaved: (code: string) => void
}

const mostOfCode = 20

/** Proposes values of a setting; starts from the pending ones, or else from those in force. */
export const SettingDialog = ({ kind, setting, owners, onClose, onSaved }: SettingDialogProps) => {
  const { t } = useTranslation()
  const { send, pending, error } = useRequest(propose)
  const [before] = useState(setting)
  const last = before?.proposed?.values ?? before?.inForce.at(-1) ?? usual[kind]
  const [code, setCode] = useState(before?.code ?? (isOnly(kind) ? onlyCode : ''))
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(fieldsOf[kind].map(({ name, as }) => [name, typedOf(last?.[name] ?? usual[kind]?.[name], as)])),
  )
  const [reason, setReason] = useState(before?.proposed?.reason ?? '')
  const errors = issuesOf(error)
  const errorIn = (field: string) => errors.find((issue) => issue.field.split('.')[0] === field)?.message
  const codeField: Field =
    kind === 'rate' || kind === 'smsLinks'
      ? {
          kind: 'choice',
          options: owners.map((one) => ({ value: one.code, name: `${one.code} · ${plain(one.inForce[0]?.name)}` })),
        }
      : { kind: 'line', most: mostOfCode }

  const submit = async () => {
    const values = Object.fromEntries(fieldsOf[kind].map(({ name, as }) => [name, valueOf(typed[name]!, as)]))
    const name = code.trim()
    const body = { kind, code: name || undefined, version: before?.version ?? 0, reason, ...values }
    // The server answers a missing or wrong value with an issue per field.
    if (!(await send(body as InputOf<typeof propose>))) return
    showSuccess(t('setting:screen.sent', { name }))
    onSaved(name)
    onClose()
  }
  const title = before
    ? `${t(before.proposed ? 'setting:screen.edit' : 'setting:screen.propose')} · ${before.code}`
    : t(`setting:screen.new.${kind}`)
  return (
    <FormDialog
      title={title}
      chart="setting"
      pending={pending}
      error={error}
      action={{ text: t('setting:action.settingProposed'), intent: 'primary' }}
      autoComplete="off"
      onSubmit={submit}
      onClose={onClose}
    >
      {!before && !isOnly(kind) && (
        <AskField
          label={t(codeOf(kind))}
          field={codeField}
          typed={code}
          error={errorIn('code')}
          disabled={pending}
          onTyped={(value) => setCode(String(value))}
        />
      )}
      {fieldsOf[kind].map((field) => (
        <AskField
          key={field.name}
          label={`${t(labelOf(field.name))}${hints[field.as] ? ` (${t(hints[field.as]!)})` : ''}`}
          field={askOf(field, plain(last?.[field.name]))}
          typed={typed[field.name]!}
          error={errorIn(field.name)}
          disabled={pending}
          onTyped={(value) => setTyped((all) => ({ ...all, [field.name]: String(value) }))}
        />
      ))}
      <ReasonField reason={reason} error={errorIn('reason')} disabled={pending} onReason={setReason} />
    </FormDialog>
  )
}
