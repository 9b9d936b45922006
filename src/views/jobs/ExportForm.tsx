import { Checkbox, Classes, HTMLSelect } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '../../services/endpoint.ts'
import { type Exported, exportsOf, type Format, formats, requestExport, requestUnmasked } from '../../services/jobs.ts'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { useConsole } from '../shared/console.ts'
import { ExportList, isOver } from './ExportList.tsx'
import { Refusal } from './Refusal.tsx'
import { UnmaskedDialog } from './UnmaskedDialog.tsx'
import { usePolled } from './usePolled.ts'
import { useRequest } from './useRequest.ts'

export type Wanted = Omit<InputOf<typeof requestExport>, 'format'>

type ExportFormProps = Wanted & {
  disabled: boolean
  /** More actions on the user's recent exports, where the columns are chosen beside the form. */
  below?: (exports: readonly Exported[]) => ReactNode
}

/** Asks for the format, starts the export, and shows its progress. */
export const ExportForm = ({ list, filter, columns, disabled, below }: ExportFormProps) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const may = (endpoint: { interface: string }) => user.interfaces.includes(endpoint.interface)
  const [format, setFormat] = useState<Format>('xlsx')
  const { record, error, lost, retry, reload } = usePolled(exportsOf, {}, ({ exports }) => exports.every(isOver))
  const request = useRequest(requestExport)
  const [isUnmasked, setUnmasked] = useState(false)
  const [isAsking, setAsking] = useState(false)

  const begin = async (wanted: InputOf<typeof requestExport>) => {
    if (await request.send(wanted)) reload()
  }
  const onSubmit = () => {
    if (isUnmasked) setAsking(true)
    else void begin({ list, filter, columns, format })
  }
  return (
    <>
      <Form onSubmit={onSubmit} className="jobs-form">
        <HTMLSelect
          aria-label={t('export:format.label')}
          value={format}
          options={formats.map((value) => ({ value, label: t(`export:format.${value}`) }))}
          onChange={({ target }) => setFormat(target.value as Format)}
        />
        <SendButton
          type="submit"
          intent="primary"
          text={t('export:action.exportRequested')}
          loading={request.pending}
          disabled={disabled}
          reason={may(requestExport) ? undefined : t('errors:notPermitted')}
        />
      </Form>
      {may(requestExport) && may(requestUnmasked) && (
        <Checkbox
          className="jobs-unmasked"
          label={t('export:unmasked')}
          checked={isUnmasked}
          onChange={({ currentTarget }) => setUnmasked(currentTarget.checked)}
        />
      )}
      <UnmaskedDialog
        wanted={isAsking ? { list, filter, columns, format } : undefined}
        onBegun={() => {
          setUnmasked(false)
          reload()
        }}
        onClose={() => setAsking(false)}
      />
      {!below && <p className={Classes.TEXT_MUTED}>{t('export:columns')}</p>}
      <Refusal error={request.error} words="export" />
      <ExportList
        exports={record?.exports}
        error={error}
        lost={lost}
        onRetry={retry}
        onChanged={reload}
        onAgain={(wanted) => void begin(wanted)}
      />
      {below?.(record?.exports ?? [])}
    </>
  )
}
