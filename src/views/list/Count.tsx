import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { Total } from '../../machines/list.ts'
import { useFormat } from '../shared/format.ts'

type CountProps = { total: Total; words?: string | undefined; busy: boolean; onExact: () => void }

/** The number of matching rows. A capped one is a button that requests the exact number. */
export const Count = ({ total: { count, capped }, words: key = 'list:count', busy, onExact }: CountProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = t(key, { shown: format.count(count, capped), count })
  if (!capped) return <span className="list-count">{words}</span>
  return (
    <Button
      size="small"
      variant="minimal"
      className="list-count"
      text={words}
      title={t('list:countAll')}
      loading={busy}
      onClick={onExact}
    />
  )
}
