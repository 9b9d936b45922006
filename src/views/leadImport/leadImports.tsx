import { Spinner } from '@blueprintjs/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { list } from '../../services/leadImport.ts'
import { Lost } from '../jobs/Lost.tsx'
import { usePolled } from '../jobs/usePolled.ts'
import { Failed } from '../shared/Failed.tsx'
import { ImportForm } from './ImportForm.tsx'
import { ImportItem } from './ImportItem.tsx'
import './leadImports.css'

const isOver = ({ state }: { state: string }) => state !== 'running'

/** Uploads files of leads, and lists the recent ones. */
const LeadImports = () => {
  const { t } = useTranslation()
  const headId = useId()
  const { record, error, lost, retry, reload } = usePolled(list, {}, ({ imports }) => imports.every(isOver))
  return (
    <div className="lead-imports">
      <h1>{t('routes:leadImports')}</h1>
      <ImportForm onUploaded={reload} />
      <section aria-labelledby={headId}>
        <h2 id={headId}>{t('leadImport:screen.recent')}</h2>
        <Lost error={lost} />
        {!record && (error === undefined ? <Spinner size={20} /> : <Failed error={error} onRetry={retry} />)}
        {record?.imports.length === 0 && <p>{t('leadImport:screen.none')}</p>}
        <ul className="jobs-list">
          {record?.imports.map((one) => (
            <ImportItem key={one.id} one={one} onChanged={reload} />
          ))}
        </ul>
      </section>
    </div>
  )
}

export const screen = LeadImports
