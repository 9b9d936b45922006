import { Classes, HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { OfferButtons } from '../detail/OfferButtons.tsx'
import { directionOf, Head } from './Head.tsx'
import { PageCheck, RowCheck } from './RowCheck.tsx'
import { RowLink } from './RowLink.tsx'
import type { RowsShown } from './rowsShown.ts'
import { Sums } from './Sums.tsx'

const skeletons = [1, 2, 3, 4, 5, 6, 7, 8]

/** Rows under a head that stays in sight, as does the first column, whose link opens the row. */
export const Table = <Row,>(props: RowsShown<Row>) => {
  const { title, columns, rows, keyOf, linkOf, opens, subjectOf, actions, onAsk, selected, sorted, sums } = props
  const { t } = useTranslation()
  const [first, ...others] = columns
  const keys = (rows ?? []).map(keyOf)
  const paths = (rows ?? []).map(linkOf)
  return (
    <HTMLTable compact aria-label={title} className="list-table">
      <thead>
        <tr>
          <td className="list-check">
            <PageCheck count={keys.filter(selected.has).length} of={keys.length} onToggle={selected.togglePage} />
          </td>
          {columns.map((column) => (
            <th key={column.name} scope="col" data-align={column.align} aria-sort={directionOf(column.sort, sorted.by)}>
              <Head column={column} sorted={sorted} />
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
          ? rows.map((row, index) => {
              const key = keys[index]!
              return (
                <tr key={key} data-row={key} data-selected={selected.has(key) || undefined}>
                  <td className="list-check">
                    <RowCheck name={key} checked={selected.has(key)} onToggle={(on) => selected.toggle(key, on)} />
                  </td>
                  <th scope="row">
                    <RowLink to={paths[index]!} {...{ opens, paths }}>
                      {first?.cell(row)}
                    </RowLink>
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
              )
            })
          : skeletons.map((row) => (
              <tr key={row} aria-hidden>
                <td className="list-check" aria-hidden />
                {[...columns, ...(actions ? [{ name: 'actions' }] : [])].map(({ name }) => (
                  <td key={name}>
                    <span className={Classes.SKELETON}>{'0'.repeat(10)}</span>
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
      {rows && rows.length > 0 && sums && <Sums columns={columns} sums={sums} withActions={actions !== undefined} />}
    </HTMLTable>
  )
}
