import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Total } from '../../machines/list.ts'
import { useFormat } from '../shared/format.ts'
import type { Selected } from './useSelection.ts'

type BulkBarProps<Row> = { selected: Selected<Row>; total: Total | null; children: ReactNode }

/** The number of selected rows, buttons to select all or none, and the bulk commands. */
export const BulkBar = <Row,>({ selected, total, children }: BulkBarProps<Row>) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { keys, all } = selected.selection
  if (!all && keys.size === 0) return null
  const everything = total && format.count(total.count, total.capped)
  return (
    <fieldset className="list-bulk" aria-label={t('list:selection')}>
      <output>
        {all && everything ? t('list:selectedAll', { shown: everything }) : t('list:selected', { count: keys.size })}
      </output>
      {!all && total && (total.capped || total.count > keys.size) && (
        <Button
          size="small"
          variant="minimal"
          text={t('list:selectAll', { shown: everything })}
          onClick={selected.selectAll}
        />
      )}
      <Button size="small" variant="minimal" text={t('list:clearSelection')} onClick={selected.clear} />
      {children}
    </fieldset>
  )
}
