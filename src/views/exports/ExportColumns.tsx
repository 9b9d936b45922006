import { Checkbox } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { Exportable } from '../../services/jobs.ts'

type ExportColumnsProps = {
  columns: Exportable['columns']
  /** The names of the excluded columns. */
  left: readonly string[]
  onLeft: (left: readonly string[]) => void
}

/** Chooses the columns of an export. */
export const ExportColumns = ({ columns, left, onLeft }: ExportColumnsProps) => {
  const { t } = useTranslation()
  return (
    <fieldset className="export-columns">
      <legend>{t('export:screen.columns')}</legend>
      {columns.map(({ name, head }) => (
        <Checkbox
          key={name}
          label={t(head)}
          checked={!left.includes(name)}
          onChange={() => onLeft(left.includes(name) ? left.filter((one) => one !== name) : [...left, name])}
        />
      ))}
    </fieldset>
  )
}
