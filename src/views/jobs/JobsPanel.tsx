import { BulkList } from './BulkList.tsx'
import { ExportForm, type Wanted } from './ExportForm.tsx'
import './jobs.css'

/** The jobs that can be started here, and the person's recent jobs. */
export const JobsPanel = (props: Wanted & { disabled: boolean }) => (
  <div className="jobs-panel">
    <ExportForm {...props} />
    <BulkList />
  </div>
)
