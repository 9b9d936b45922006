import { Spinner } from '@blueprintjs/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Exported } from '../../services/jobs.ts'
import { Failed } from '../shared/Failed.tsx'
import { ExportItem } from './ExportItem.tsx'
import { Lost } from './Lost.tsx'

export const isOver = ({ state }: Pick<Exported, 'state'>) => state !== 'requested' && state !== 'running'

type ExportListProps = {
  exports: readonly Exported[] | undefined
  error: unknown
  /** The error that hides the exports' progress now. */
  lost: unknown
  onRetry: () => void
  /** One of the exports changed by an action here. */
  onChanged: () => void
  onAgain: (wanted: NonNullable<Exported['again']>) => void
}

/** The person's recent exports, newest first. */
export const ExportList = ({ exports, error, lost, onRetry, onChanged, onAgain }: ExportListProps) => {
  const { t } = useTranslation()
  const headId = useId()
  if (!exports) return error === undefined ? <Spinner size={20} /> : <Failed error={error} onRetry={onRetry} />
  return (
    <section aria-labelledby={headId}>
      <h2 id={headId}>{t('export:history')}</h2>
      <Lost error={lost} />
      {exports.length === 0 && <p>{t('export:none')}</p>}
      <ul className="jobs-list">
        {exports.map((one) => (
          <ExportItem key={one.id} job={one} onChanged={onChanged} onAgain={onAgain} />
        ))}
      </ul>
    </section>
  )
}
