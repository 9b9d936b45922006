import {
  Cell,
  type CellProps,
  Column,
  ColumnHeaderCell,
  RenderMode,
  Table,
  TableLoadingOption,
} from '@blueprintjs/table'
import { useSelector } from '@xstate/react'
import { type KeyboardEvent, type ReactElement, type ReactNode, useRef } from 'react'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { useApp } from '../shared/app.ts'
import { useFormat } from '../shared/format.ts'
import { Head } from './Head.tsx'
import { LeftBy } from './LeftBy.tsx'
import { PageCheck, RowCheck } from './RowCheck.tsx'
import { RowLink } from './RowLink.tsx'
import type { RowsShown } from './rowsShown.ts'
import { SumsLine } from './Sums.tsx'
import type { LayoutInUse } from './useLayout.ts'
import '@blueprintjs/table/lib/css/table.css'
import './grid.css'

export type GridProps<Row> = RowsShown<Row> & {
  layout: LayoutInUse
  /** The text of rows as displayed, one array per row. */
  textsOf: (rows: readonly Row[]) => string[][]
}

type Part<Row> = {
  id: string
  head: ReactNode
  cell: (row: Row, index: number) => ReactNode
  width: number
  align?: 'right' | undefined
  /** It contains a control. */
  interactive?: boolean
}

// Pixels, by the density setting.
const heights = { medium: 32, small: 28, mini: 25 }
const usual = { check: 36, column: 140, actions: 220 }
const skeletons = 8

/** A list with columns that can be resized and frozen, and cells that can be selected and copied. */
export const Grid = <Row,>(props: GridProps<Row>) => {
  const { rows, columns, keyOf, selected, actions, sorted, layout, textsOf, sums, summed, became, isVoid } = props
  const { t } = useFormat()
  const { appearance } = useApp()
  const size = useSelector(appearance, ({ context }) => context.size)
  const textOf = useTextOf(rows ?? [], columns, textsOf)
  const parts = usePartsOf(props)

  return (
    <div className="list-grid" onKeyDownCapture={(event) => selected.rows.length > 0 && leaveCopying(event)}>
      <Table
        numRows={rows?.length ?? skeletons}
        loadingOptions={rows ? [] : [TableLoadingOption.CELLS]}
        enableRowHeader={false}
        enableRowResizing={false}
        numFrozenColumns={1 + Math.min(layout.layout?.frozen ?? 1, columns.length)}
        columnWidths={parts.map(({ width }) => width)}
        onColumnWidthChanged={(index, width) => layout.resize(parts[index]!.id, width)}
        defaultRowHeight={heights[size]}
        minRowHeight={heights[size]}
        // In batches, 33 of 40 frames of scrolling had blank cells; without them none had.
        renderMode={RenderMode.NONE}
        getCellClipboardData={(row, column) => textOf(row, column - 1)}
        cellRendererDependencies={[rows, columns, [...became].join(), selected.selection, sorted.by, actions, size, t]}
      >
        {parts.map((part) => (
          <Column
            key={part.id}
            id={part.id}
            columnHeaderCellRenderer={headRenderer(part)}
            cellRenderer={cellRenderer(part, rows, (row) => [
              became.has(keyOf(row)) && 'list-left-cell',
              isVoid?.(row) && 'list-void-cell',
            ])}
          />
        ))}
      </Table>
      {sums && rows && rows.length > 0 && <SumsLine columns={columns} sums={sums} summed={summed} />}
    </div>
  )
}

const always = (shown: ReactNode) => () => <>{shown}</>

const headRenderer =
  <Row,>({ head, align }: Part<Row>) =>
  () => <ColumnHeaderCell nameRenderer={always(head)} className={align && 'list-right'} />

const cellRenderer = <Row,>(
  { cell, align, interactive = false }: Part<Row>,
  rows: readonly Row[] | null,
  marksOf: (row: Row) => readonly (string | false | undefined)[],
) => {
  const made: ReactElement<CellProps>[] = []
  const make = (index: number) => {
    const row = rows?.[index]
    return (
      <Cell
        interactive={interactive}
        className={[align && 'list-right', ...(row === undefined ? [] : marksOf(row))].filter(Boolean).join(' ')}
      >
        <>{row !== undefined && cell(row, index)}</>
      </Cell>
    )
  }
  // Every visible cell is requested at each frame of scrolling; the same element is not rendered again.
  return (index: number) => (made[index] ??= make(index))
}

const usePartsOf = <Row,>(props: GridProps<Row>): Part<Row>[] => {
  const { columns, rows, keyOf, linkOf, onOpen, subjectOf, actions, onAsk, selected, sorted, layout, became } = props
  const format = useFormat()
  const keys = (rows ?? []).map(keyOf)

  const check: Part<Row> = {
    id: 'check',
    head: <PageCheck count={keys.filter(selected.has).length} of={keys.length} onToggle={selected.togglePage} />,
    cell: (row) => {
      const key = keyOf(row)
      return (
        <RowCheck
          label={format.t('list:select', { name: key })}
          checked={selected.has(key)}
          disabled={became.has(key)}
          onToggle={(through) => selected.toggle(key, through)}
        />
      )
    },
    width: usual.check,
    interactive: true,
  }
  const shown = columns.map((column, at): Part<Row> => {
    const { name, cell, align, width = usual.column } = column
    const part = {
      id: name,
      head: <Head column={column} sorted={sorted} />,
      width: layout.widthOf(name) ?? width,
    }
    if (at > 0) return { ...part, cell: (row) => cell(row, format) ?? '–', align }
    const link = (row: Row, index: number) => (
      <span data-row={keys[index]}>
        <RowLink to={linkOf(row)} onOpen={onOpen}>
          {cell(row, format)}
        </RowLink>
        {!actions && became.has(keys[index]!) && <LeftBy words={became.get(keys[index]!)!} format={format} />}
      </span>
    )
    return { ...part, cell: link, interactive: true }
  })
  const last: Part<Row> = {
    id: 'actions',
    head: format.t('list:actions'),
    cell: (row) => (
      <div className="list-actions">
        {became.has(keyOf(row)) && <LeftBy words={became.get(keyOf(row))!} format={format} />}
        {subjectOf && !became.has(keyOf(row)) && (
          <OfferButtons subject={subjectOf(row)} only={actions ?? []} small most={1} onAsk={() => onAsk(row)} />
        )}
      </div>
    ),
    width: usual.actions,
    interactive: true,
  }
  return [check, ...shown, ...(actions ? [last] : [])]
}

/** The text of one cell. Copying many cells reads the rows only once. */
const useTextOf = <Row,>(
  rows: readonly Row[],
  columns: readonly unknown[],
  textsOf: (rows: readonly Row[]) => string[][],
) => {
  const read = useRef<{ of: readonly unknown[]; texts: string[][] }>(undefined)
  return (row: number, column: number) => {
    if (read.current?.of[0] !== rows || read.current.of[1] !== columns)
      read.current = { of: [rows, columns], texts: textsOf(rows) }
    return read.current.texts[row]?.[column] ?? ''
  }
}

// With selected rows, Ctrl+C copies the rows and not the grid's marked cells.
const leaveCopying = (event: KeyboardEvent) => {
  if (event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey)) event.stopPropagation()
}
