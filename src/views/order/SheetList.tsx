import { Spinner } from '@blueprintjs/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sheet } from '../../services/order.ts'
import { Lost } from '../jobs/Lost.tsx'
import { Failed } from '../shared/Failed.tsx'
import { SheetItem } from './SheetItem.tsx'

type SheetListProps = {
  sheets: readonly Sheet[] | undefined
  error: unknown
  /** Why polling fails at the moment. */
  lost: unknown
  onRetry: () => void
  /** Called after a command on an upload. */
  onChanged: () => void
}

/** The user's recent uploads, newest first. */
export const SheetList = ({ sheets, error, lost, onRetry, onChanged }: SheetListProps) => {
  const { t } = useTranslation()
  const headId = useId()
  if (!sheets) return error === undefined ? <Spinner size={20} /> : <Failed error={error} onRetry={onRetry} />
  return (
    <section aria-labelledby={headId}>
      <h2 id={headId}>{t('order:sheet.history')}</h2>
      <Lost error={lost} />
      {sheets.length === 0 && <p>{t('order:sheet.none')}</p>}
      <ul className="jobs-list">
        {sheets.map((sheet) => (
          <SheetItem key={sheet.id} sheet={sheet} onChanged={onChanged} />
        ))}
      </ul>
    </section>
  )
}
