import { HTMLTable, Classes } from '@blueprintjs/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormat } from '../shared/format.ts'
import { directionOf, Head } from './Head.tsx'
import { PageCheck } from './RowCheck.tsx'
import type { RowsShown } from './rowsShown.ts'
import { Sums } from './Sums.tsx'
import { TableRow } from './TableRow.tsx'
import { useWholeCells } from './useWholeCells.ts'

/** A table with a sticky head and a sticky first column, whose link opens the row. */
export const Table = <Row,>(props: RowsShown<Row>) => {
  const { title, columns, rows, keyOf, linkOf, onOpen, subjectOf, actions, onAsk, selected, sorted, sums, became } =
    props
  const { isVoid, summed } = props
  const table = useRef<HTMLTableElement>(null)
  useWholeCells(table, { columns, withActions: actions !== undefined })
  const format = useFormat()
  const { t } = format
  const keys = (rows ?? []).map(keyOf)
  // Translated once for all rows: one translation per row costs as much as three cells.
  const [before, after] = t('list:select', { name: '\n' }).split('\n')
  return (
    <HTMLTable ref={table} compact aria-label={title} className="list-table">
      <thead>
        <tr>
          <td className="list-check">
            <PageCheck count={keys.filter(selected.has).length} of={keys.length} onToggle={selected.togglePage} />
          </td>
          {columns.map((column) => (
            <th
              key={column.name}
              scope="col"
              data-align={column.align}
              data-head={t(column.label)}
              aria-sort={directionOf(column.sort, sorted.by)}
            >
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
        {rows?.map((row, index) => (
          <TableRow<Row>
            key={keys[index]}
            name={keys[index]!}
            label={`${before}${keys[index]}${after}`}
            selected={selected.has(keys[index]!)}
            became={became.get(keys[index]!)}
            isVoid={isVoid?.(row) ?? false}
            onToggle={selected.toggle}
            {...{ row, columns, linkOf, onOpen, subjectOf, actions, onAsk, format }}
          />
        ))}
        {!rows && (
          <Delayed>
            <Skeleton columns={[...columns.map(({ name }) => name), ...(actions ? ['actions'] : [])]} />
          </Delayed>
        )}
      </tbody>
      {rows && rows.length > 0 && sums && (
        <Sums columns={columns} sums={sums} summed={summed} withActions={actions !== undefined} />
      )}
    </HTMLTable>
  )
}

const rows = [1, 2, 3, 4, 5, 6, 7, 8]

/** Placeholder rows while a page loads. */
const Skeleton = ({ columns }: { columns: readonly string[] }) =>
  rows.map((row) => (
    <tr key={row} aria-hidden>
      <td className="list-check" aria-hidden />
      {columns.map((name) => (
        <td key={name}>
          <span className={Classes.SKELETON}>{'0'.repeat(10)}</span>
        </td>
      ))}
    </tr>
  ))

const blinkMs = 200

/** Shows a waiting indicator only after 200 ms, so that a fast screen does not flash it. */
const Delayed = ({ children }: { children: ReactNode }) => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), blinkMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate && children
}
