import { useTranslation } from 'react-i18next'
import { previewBulk } from '../../services/jobs.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { BulkForm, type BulkFormProps } from './BulkForm.tsx'

/** The form of a command for all rows that match the filter. The server tells what they are before anything is sent. */
export const MatchingForm = (props: BulkFormProps) => {
  const { t } = useTranslation()
  const { list, filter } = props.many
  const { record, error } = useRecord(previewBulk, { list, filter }, { kind: previewBulk.id, id: '' })
  const barred = !record ? t('bulk:counting') : record.facts ? undefined : t('bulk:guard.withinLimit')
  return (
    <BulkForm
      {...props}
      facts={record?.facts ?? undefined}
      isCounting={!record && error === undefined}
      barred={barred}
      failure={error}
    />
  )
}
