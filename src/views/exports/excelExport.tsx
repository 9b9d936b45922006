import { HTMLSelect, Spinner, Checkbox } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Exportable, exportable, type Exported } from '../../services/jobs.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { ExportForm } from '../jobs/ExportForm.tsx'
import { Failed } from '../shared/Failed.tsx'
import { ExportZip } from './ExportZip.tsx'
import '../jobs/jobs.css'
import './excelExport.css'

const keyOf = ({ list, filter }: Exportable) => `${list} ${JSON.stringify(filter)}`

/** Exports any list to a file, lists the user's recent exports, and downloads several as one archive. */
const ExcelExport = () => {
  const { t } = useTranslation()
  const { record, error, retry } = useRecord(exportable, {}, { kind: exportable.id, id: '' })
  const [key, setKey] = useState('')
  const lists = record?.lists
  const chosen = lists?.find((one) => keyOf(one) === key) ?? lists?.[0]
  return (
    <div className="excel-export">
      <h1>{t('routes:excelExport')}</h1>
      {!lists && (error === undefined ? <Spinner size={20} /> : <Failed error={error} onRetry={retry} />)}
      {lists?.length === 0 && <p>{t('export:screen.noLists')}</p>}
      {lists && chosen && (
        <>
          <HTMLSelect
            aria-label={t('export:screen.list')}
            value={keyOf(chosen)}
            options={lists.map((one) => ({ value: keyOf(one), label: t(one.title) }))}
            onChange={({ target }) => setKey(target.value)}
          />
          <OfList key={keyOf(chosen)} chosen={chosen} />
        </>
      )}
    </div>
  )
}

const zipBelow = (exports: readonly Exported[]) => <ExportZip exports={exports} />

const OfList = ({ chosen }: { chosen: Exportable }) => {
  const names = chosen.columns.map(({ name }) => name)
  const [left, setLeft] = useState<readonly string[]>([])
  const columns = names.filter((name) => !left.includes(name))
  return (
    <>
      <ExportColumns columns={chosen.columns} left={left} onLeft={setLeft} />
      <ExportForm
        list={chosen.list}
        filter={chosen.filter}
        columns={columns}
        disabled={columns.length === 0}
        below={zipBelow}
      />
    </>
  )
}

export const screen = ExcelExport

type ExportColumnsProps = {
  columns: Exportable['columns']
  /** The names of the excluded columns. */
  left: readonly string[]
  onLeft: (left: readonly string[]) => void
}

/** Chooses the columns of an export. */
const ExportColumns = ({ columns, left, onLeft }: ExportColumnsProps) => {
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
