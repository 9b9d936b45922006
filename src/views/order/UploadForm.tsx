import { Callout, FileInput } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadSheet } from '../../services/order.ts'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { Refusal } from '../jobs/Refusal.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { base64Of } from '../shared/base64.ts'
import { useFormat } from '../shared/format.ts'

const mostBytes = 5 * 1024 * 1024
const mostRows = 50_000

/** Asks for a spreadsheet of order numbers. Refuses a file that is too large before the upload. */
export const UploadForm = ({ onUploaded }: { onUploaded: () => void }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const explainId = useId()
  const [file, setFile] = useState<File>()
  // A file input can be cleared only by mounting a new one, with a new key.
  const [turn, setTurn] = useState(0)
  const { send, pending, error } = useRequest(uploadSheet)
  const isTooLarge = file !== undefined && file.size > mostBytes

  const upload = async (chosen: File) => {
    const done = await send({ name: chosen.name.slice(0, 200), content: await base64Of(chosen) })
    if (!done) return
    setFile(undefined)
    setTurn(turn + 1)
    onUploaded()
  }
  const onSubmit = () => {
    if (file && !pending) void upload(file)
  }
  const barred = isTooLarge ? t('order:sheet.tooLarge') : undefined
  return (
    <Form onSubmit={onSubmit}>
      <p id={explainId}>{t('order:sheet.explain', { most: number(mostRows) })}</p>
      <div className="upload-form">
        <FileInput
          key={turn}
          fill
          text={file?.name ?? t('order:sheet.choose')}
          buttonText={t('order:sheet.browse')}
          hasSelection={file !== undefined}
          inputProps={{
            accept: '.xlsx,.csv',
            'aria-label': t('order:sheet.upload'),
            'aria-describedby': explainId,
            disabled: pending,
          }}
          onInputChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
        />
        <SendButton
          type="submit"
          intent="primary"
          text={t('order:sheet.send')}
          loading={pending}
          reason={file ? barred : t('order:sheet.choose')}
        />
      </div>
      {isTooLarge && (
        <Callout compact intent="danger" role="alert">
          {t('order:sheet.tooLarge')}
        </Callout>
      )}
      <Refusal error={error} words="orderSheet" />
    </Form>
  )
}
