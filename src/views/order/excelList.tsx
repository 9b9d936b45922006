import { useTranslation } from 'react-i18next'
import { sheetsOf } from '../../services/order.ts'
import { usePolled } from '../jobs/usePolled.ts'
import { SheetList } from './SheetList.tsx'
import { UploadForm } from './UploadForm.tsx'
import './excelList.css'

const isOver = ({ state }: { state: string }) => state !== 'requested' && state !== 'running'

/** Uploads spreadsheets of order numbers, and lists the recent ones. */
const ExcelList = () => {
  const { t } = useTranslation()
  const { record, error, lost, retry, reload } = usePolled(sheetsOf, {}, ({ sheets }) => sheets.every(isOver))
  return (
    <div className="excel-list">
      <h1>{t('routes:excelList')}</h1>
      <UploadForm onUploaded={reload} />
      <SheetList sheets={record?.sheets} error={error} lost={lost} onRetry={retry} onChanged={reload} />
    </div>
  )
}

export const screen = ExcelList
