import { Button } from '@blueprintjs/core'
import { ExportIcon } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { Popover } from '../shared/Popover.tsx'
import { BulkList } from './BulkList.tsx'
import { type Wanted, ExportForm } from './ExportForm.tsx'
import './jobs.css'

/** Exports a list as the screen shows it, and opens the person's recent jobs. */
export const ExportButton = ({ disabled = false, ...wanted }: Wanted & { disabled?: boolean }) => {
  const { t } = useTranslation()
  return (
    <Popover content={<JobsPanel {...wanted} disabled={disabled} />}>
      <Button size="small" variant="minimal" icon={<ExportIcon />} text={t('export:action.exportRequested')} />
    </Popover>
  )
}

/** The jobs that can be started here, and the person's recent jobs. */
const JobsPanel = (props: Wanted & { disabled: boolean }) => (
  <div className="jobs-panel">
    <ExportForm {...props} />
    <BulkList />
  </div>
)
