import { BulkList } from './BulkList.tsx'
import { ExportForm, type Wanted } from './ExportForm.tsx'
import './jobs.css'

/** What can be begun here, and what a person has begun of late. */
export const JobsPanel = (props: Wanted & { disabled: boolean }) => (
  <div className="jobs-panel">
    <ExportForm {...props} />
    <BulkList />
  </div>
)
