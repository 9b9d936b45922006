import { Classes, HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { OfferButtons } from '../detail/OfferButtons.tsx'
import type { Subject } from '../detail/subject.ts'
import type { Column } from './column.ts'

type TableProps<Row> = {
  title: string
  columns: readonly Column<Row>[]
  /** Null while the first page is on its way. */
  rows: readonly Row[] | null
  keyOf: (row: Row) => string
  linkOf: (row: Row) => string
  onNear: () => void
  subjectOf: (row: Row) => Subject
  /** The chart's events that a row offers. */
  actions: readonly string[] | undefined
  onAsk: (row: Row) => void
}

const skeletons = [1, 2, 3, 4, 5, 6, 7, 8]

/** Rows under a head that stays in sight, as does the first column, whose link opens the row. */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { title, columns, rows, keyOf, linkOf, onNear, subjectOf, actions, onAsk } = props
  const { t } = useTranslation()
  const [first, ...others] = columns
  return (
    <HTMLTable compact aria-label={title} className="list-table">
      <thead>
        <tr>
          {columns.map(({ name, label, align }) => (
            <th key={name} scope="col" data-align={align}>
              {t(label)}
            </th>
          ))}
          {actions && (
            <th scope="col" className="list-last">
              {t('list:actions')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row) => (
              <tr key={keyOf(row)}>
                <th scope="row">
                  <Link to={linkOf(row)} onMouseEnter={onNear} onFocus={onNear}>
                    {first?.cell(row)}
                  </Link>
                </th>
                {others.map(({ name, cell, align }) => (
                  <td key={name} data-align={align}>
                    {cell(row) ?? '–'}
                  </td>
                ))}
                {actions && (
                  <td className="list-last">
                    <div className="list-actions">
                      <OfferButtons subject={subjectOf(row)} only={actions} small onAsk={() => onAsk(row)} />
                    </div>
                  </td>
                )}
              </tr>
            ))
          : skeletons.map((row) => (
              <tr key={row} aria-hidden>
                {[...columns, ...(actions ? [{ name: 'actions' }] : [])].map(({ name }) => (
                  <td key={name}>
                    <span className={Classes.SKELETON}>{'0'.repeat(10)}</span>
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </HTMLTable>
  )
}
