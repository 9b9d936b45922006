import { FileInput } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { consentChannels, sellingChannels } from '../../services/lead.ts'
import { upload } from '../../services/leadImport.ts'
import { AskField } from '../detail/form/AskField.tsx'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { Refusal } from '../jobs/Refusal.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { base64Of } from '../shared/base64.ts'

const mostBytes = 5 * 1024 * 1024
const asked = { batch: 40, source: 40, proof: 200 } as const
/** Heads of columns that are not the usual ones. */
const heads = { phone: 60, person: 60, province: 60 } as const
const options = consentChannels.map((value) => ({ value, words: `contact:channel.${value}` }))
type Name = keyof typeof asked | keyof typeof heads

/** Asks for a spreadsheet of leads, where they come from, and where it stands that they agreed to be contacted. */
export const ImportForm = ({ onUploaded }: { onUploaded: () => void }) => {
  const { t } = useTranslation()
  const explainId = useId()
  const [file, setFile] = useState<File>()
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({})
  const [channels, setChannels] = useState<readonly string[]>(sellingChannels)
  const [isTried, setTried] = useState(false)
  // A file input can be cleared only by mounting a new one, with a new key.
  const [turn, setTurn] = useState(0)
  const { send, pending, error } = useRequest(upload)
  const barred = !file ? t('leadImport:screen.choose') : file.size > mostBytes ? t('order:sheet.tooLarge') : undefined
  const textOf = (name: Name) => typed[name]?.trim() ?? ''
  const lines = (fields: Readonly<Partial<Record<Name, number>>>, optional: boolean) =>
    Object.entries(fields).map(([name, most]) => (
      <AskField
        key={name}
        label={t(`leadImport:ask.${name}`)}
        field={{ kind: 'line', most, ...(optional && { optional }) }}
        typed={typed[name as Name] ?? ''}
        error={isTried && !optional && textOf(name as Name) === '' ? t('errors:field.required') : undefined}
        disabled={pending}
        onTyped={(value) => setTyped({ ...typed, [name]: String(value) })}
      />
    ))

  const submit = async () => {
    setTried(true)
    if (!file || barred || pending || Object.keys(asked).some((name) => textOf(name as Name) === '')) return
    const agreed = consentChannels.filter((one) => channels.includes(one))
    if (agreed.length === 0) return
    const named = Object.fromEntries(
      Object.keys(heads).flatMap((name) => (textOf(name as Name) ? [[name, textOf(name as Name)]] : [])),
    )
    const origin = { batch: textOf('batch'), source: textOf('source'), proof: textOf('proof') }
    const done = await send({
      name: file.name.slice(0, 200),
      content: await base64Of(file),
      ...origin,
      channels: agreed,
      ...named,
    })
    if (!done) return
    setFile(undefined)
    setTyped({})
    setChannels(sellingChannels)
    setTried(false)
    setTurn(turn + 1)
    onUploaded()
  }

  return (
    <Form onSubmit={() => void submit()}>
      <p id={explainId}>{t('leadImport:screen.explain')}</p>
      <FileInput
        key={turn}
        text={file?.name ?? t('leadImport:screen.choose')}
        buttonText={t('order:sheet.browse')}
        hasSelection={file !== undefined}
        inputProps={{
          accept: '.xlsx,.csv',
          'aria-label': t('leadImport:screen.file'),
          'aria-describedby': explainId,
          disabled: pending,
        }}
        onInputChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
      />
      <div className="lead-import-fields">{lines(asked, false)}</div>
      <AskField
        label={t('leadImport:ask.channels')}
        field={{ kind: 'checks', options }}
        typed={channels}
        error={isTried && channels.length === 0 ? t('errors:field.required') : undefined}
        disabled={pending}
        onTyped={(ticked) => setChannels(typeof ticked === 'string' ? [ticked] : ticked)}
      />
      <details>
        <summary>{t('leadImport:screen.heads')}</summary>
        <div className="lead-import-fields">{lines(heads, true)}</div>
      </details>
      <SendButton
        type="submit"
        intent="primary"
        text={t('leadImport:action.leadsStaged')}
        loading={pending}
        reason={barred}
      />
      <Refusal error={error} words="leadImport" />
    </Form>
  )
}
