import { Button, NonIdealState } from '@blueprintjs/core'
import { ListColumnsIcon, GridIcon, ThListIcon } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { type CSSProperties, type MouseEvent, useEffect, useMemo, useRef, useState, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Total } from '../../machines/list.ts'
import { openFor } from '../../machines/permissions.ts'
import { decidedRow } from '../../services/bulkFacts.ts'
import type { Endpoint } from '../../services/endpoint.ts'
import type { Layout } from '../../services/savedViews.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { useHandOver } from '../detail/record/rows.ts'
import { ExportButton } from '../jobs/ExportButton.tsx'
import { afterPaint } from '../shared/afterPaint.ts'
import { useApp } from '../shared/app.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { Popover } from '../shared/Popover.tsx'
import type { Prefetch, Screen } from '../shared/screens.ts'
import { useStableCallback } from '../shared/useStableCallback.ts'
import { readAddress } from './address.ts'
import { BulkBar } from './BulkBar.tsx'
import { sortsOf } from './column.ts'
import { ColumnChoice, type ColumnChoiceProps } from './ColumnChoice.tsx'
import { wordsIn } from './columnsOf.tsx'
import type { Declaration, RowOf } from './declaration.ts'
import { type Chosen, filterOf } from './filter.ts'
import { FilterBar } from './FilterBar.tsx'
import type { GridProps } from './Grid.tsx'
import { Ignored } from './Ignored.tsx'
import { Pager } from './Pager.tsx'
import { SelectedActions } from './SelectedActions.tsx'
import { Table } from './Table.tsx'
import { useAddress } from './useAddress.ts'
import { useBecame } from './useBecame.ts'
import { useCopy } from './useCopy.ts'
import { useHeldRows } from './useHeldRows.ts'
import { useLayout } from './useLayout.ts'
import { pageOf, useList } from './useList.ts'
import { focusedRow, useRowKeys } from './useRowKeys.ts'
import { askSaved, useSaved } from './useSaved.ts'
import { useSelection } from './useSelection.ts'
import { useTexts } from './useTexts.tsx'
import { Views } from './Views.tsx'
import './list.css'

/** A list keeps room for its rows up to this many, and scrolls the rest. */
const most = 9

const leastRows = (rows: readonly unknown[] | null) => Math.min(rows?.length ?? most, most)

/** The lines that keep their room: rows, head and totals. */
const linesOf = (rows: number, withSums: boolean) =>
  ({ '--lines': rows === 0 ? 0 : rows + 1 + Number(withSums) }) as CSSProperties

export const listScreen = <List extends Endpoint>(declared: Declaration<List>): Screen => {
  type Row = RowOf<List>
  const { name, where, columns, filters, sorted, keyOf, subjectOf, about, bulk, grid = false } = declared
  /** The charts whose commands the rows have in bulk. */
  const charts = subjectOf && bulk ? [{ ...bulk, subjectOf }, ...(bulk.beside ? [bulk.beside] : [])] : []
  const title = `routes:${name}`
  const offered = {
    fields: filters,
    sorts: sortsOf(columns),
    isCursor: (after: unknown) => after !== undefined && declared.list.body.safeParse({ ...where, after }).success,
  }

  const wanted = (chosen: Chosen) => ({ ...where, ...filterOf(filters, chosen) })

  const ListScreen = () => {
    const format = useFormat()
    const { t } = format
    const address = useAddress(offered)
    const { chosen, limit, sort, cursors, page, pending } = address
    const filter = wanted(chosen)
    const list = useList<List, Row>(declared, { filter, sort, limit, cursors })
    const { rows, total, send } = list

    const saved = useSaved(name, address.view)
    const view = saved.saved?.views.find(({ id }) => id === address.view)
    const layout = useLayout(columns, { own: saved.saved?.layout ?? null, view, keep: saved.keep })
    // Not before views and secrets are loaded: rows or columns could be other than requested.
    const isReady = saved.saved !== undefined && !pending
    // The form stays open when its row leaves the list.
    const [asked, setAsked] = useState<{ row: Row }>()
    const table = useRef<HTMLElement>(null)
    const held = useHeldRows(isReady ? rows : null, {
      keyOf,
      of: JSON.stringify([list.filter, list.sort, list.limit, list.loadedBy]),
      table,
      isAsking: asked !== undefined,
    })
    const { shown, became } = useBecame<List>(declared, held)
    const isGrid = useIsGrid(layout.layout) && grid && shown?.length !== 0
    const isViewGone = saved.saved !== undefined && address.view !== undefined && view === undefined
    const ignored = [...address.ignored, ...(isViewGone ? [{ name: 'view', label: 'list:view', flaw: 'gone' }] : [])]

    const bar = useRef<HTMLDivElement>(null)
    const selected = useSelection(rows, keyOf, filter)
    useRowKeys(table, bar, selected.toggle)
    const { textsOf, offscreen } = useTexts(layout.shown)
    const focused = () => rows?.filter((row) => keyOf(row) === focusedRow(table.current)) ?? []
    useCopy(() => (selected.rows.length > 0 ? selected.rows : focused()), textsOf)

    const { user } = useConsole()
    const isOpen = useMemo(() => openFor(user.roles), [user.roles])
    const linkOf = useStableCallback((row: Row) => {
      const path = declared.row(row, (endpoint) => user.interfaces.includes(endpoint.interface), chosen)
      return path !== undefined && isOpen(path.replace(/[?#].*$/, '')) ? path : undefined
    })
    const handOver = useHandOver()
    const navigate = useNavigate()
    const open = useStableCallback((path: string, event: MouseEvent) => {
      handOver(
        path,
        (rows ?? []).map(linkOf).filter((one) => one !== undefined),
      )
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void navigate(path)
    })

    // Not in an effect: that would run again when a hidden page is shown.
    const turn = (to: readonly unknown[], number: number) => {
      if (list.loading) return
      address.turn(to, number)
      toFirstRow(table.current)
    }
    // The list went back to an earlier page, because this one has no rows any more.
    useEffect(() => {
      const back = list.wentBackTo()
      if (back) address.turn(back, page - cursors.length + back.length, { replace: true })
    })

    const ask = useStableCallback((row: Row) => setAsked({ row }))
    const subject = asked && subjectOf?.(rows?.find((row) => keyOf(row) === keyOf(asked.row)) ?? asked.row)

    return (
      <div className="list">
        <header>
          <h1>{about ? t('list:titleOf', { title: t(title), about: about(format) }) : t(title)}</h1>
          <div className="list-tools">
            <Views address={address} saved={saved} columns={layout} view={view} />
            <ColumnsMenu columns={columns} layout={layout.layout} isGrid={grid} onChange={layout.change} />
            {declared.audience?.(declared.list.id, filter)}
            {grid && <GridSwitch layout={layout.layout} onChange={layout.change} />}
            <ExportButton
              list={declared.list.id}
              filter={sort ? { ...filter, sort } : filter}
              columns={layout.shown.map((column) => column.name)}
              disabled={!shown || shown.length === 0}
            />
          </div>
        </header>
        <FilterBar
          fields={filters}
          chosen={chosen}
          onChoose={address.choose}
          onUnknown={address.notOffered}
          onClear={address.clear}
          bar={bar}
        />
        <Ignored ignored={ignored} onDrop={address.drop} />
        {!list.failed && declared.lead?.({ filter, onMoved: () => send({ type: 'changed' }) })}
        {list.failed && <Failed brief={rows !== null} error={list.error} onRetry={() => send({ type: 'retried' })} />}
        <section
          ref={table}
          // A scrollable region must be focusable, so that the keyboard can scroll it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={t(title)}
          className="list-rows"
          data-grid={isGrid || undefined}
          data-acts={declared.actions !== undefined || undefined}
          data-long={leastRows(shown) === most || undefined}
          style={linesOf(leastRows(shown), total?.sums !== undefined)}
          aria-busy={list.loading}
          hidden={list.failed && rows === null}
        >
          <Rows<Row>
            {...declared}
            title={t(title)}
            isGrid={isGrid}
            layout={layout}
            columns={layout.shown}
            rows={shown}
            linkOf={linkOf}
            onOpen={open}
            onAsk={ask}
            became={became}
            selected={selected}
            sorted={{ by: sort ?? sorted, onSort: address.chooseSort }}
            isVoid={declared.isVoid}
            summed={declared.summed}
            sums={total?.sums}
            textsOf={textsOf}
          />
          {shown?.length === 0 && (
            <Empty
              words={declared.empty}
              filtered={Object.keys(chosen).length > 0}
              needs={filters.flatMap(
                (field) => (chosen[field.name] && 'needs' in field && field.needs?.sentence) || [],
              )}
              onClear={address.clear}
            />
          )}
        </section>
        <BulkBar selected={selected} total={total}>
          {bulk && (
            <SelectedActions
              selection={selected.selection}
              parts={charts.map((chart) => ({
                events: chart.events,
                subjects: selected.rows.map(chart.subjectOf),
                ticked: selected.ticked.map((row) => ({
                  key: keyOf(row),
                  version: chart.subjectOf(row).state.version,
                  cells: decidedRow(bulk.decided, row, wordsIn(format)),
                })),
              }))}
              decided={bulk.decided}
              list={declared.list.id}
              filter={filter}
              count={total?.count ?? 0}
              onDone={() => {
                // The selected rows have changed.
                selected.clear()
                // The focused element disappears with the bar.
                afterPaint(() => document.activeElement === document.body && table.current?.focus())
                send({ type: 'revisited' })
              }}
            />
          )}
        </BulkBar>
        {offscreen}
        <Announced
          asked={JSON.stringify([list.filter, list.sort, list.limit, list.cursors])}
          total={list.loading || list.counting ? undefined : (total ?? undefined)}
          words={declared.counted}
          page={page}
        />
        <Pager
          page={page}
          hasNext={list.next !== null}
          limit={limit}
          onPrevious={() => turn(cursors.slice(0, -1), page - 1)}
          onNext={() => turn([...cursors, list.next], page + 1)}
          onLimit={address.chooseLimit}
        >
          {held.more > 0 && (
            <Button
              size="small"
              intent="primary"
              variant="minimal"
              text={t('list:showChanges', { count: held.more })}
              onClick={held.release}
            />
          )}
          {total && (
            <Count
              total={total}
              words={declared.counted}
              busy={list.counting}
              onExact={() => send({ type: 'exactAsked' })}
            />
          )}
        </Pager>
        {subject && (
          <CommandDialog
            subject={subject}
            home={table}
            onReload={() => send({ type: 'revisited' })}
            onClosed={() => setAsked(undefined)}
          />
        )}
      </div>
    )
  }

  /** Prefetches the rows and the views before the screen is rendered. */
  const prefetch: Prefetch = async (client, user, params) => {
    const { chosen, limit, sort, after, pending } = readAddress(params, offered, () => undefined)
    const page = pageOf<List>({ filter: wanted(chosen), sort, limit, after })
    await Promise.all([pending || client.prefetch(declared.list, page), askSaved(client, user, name)])
  }
  return Object.assign(ListScreen, { prefetch, isTable: !grid })
}

type AnnouncedProps = {
  /** The request, as text, that tells one from another. */
  asked: string
  /** The number of matching rows; undefined while it or the rows are loading. */
  total: Total | undefined
  words?: string | undefined
  page: number
}

/** Announces the result of a new request to screen readers. Live changes of the rows are not announced. */
const Announced = ({ asked, total, words: key = 'list:count', page }: AnnouncedProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [announced, setAnnounced] = useState({ asked, words: '' })
  if (total && announced.asked !== asked) {
    const count = t(key, { shown: format.count(total.count, total.capped), count: total.count })
    setAnnounced({ asked, words: `${count}, ${t('list:page', { page })}` })
  }
  return <output className="visually-hidden">{announced.words}</output>
}

/** A menu that shows, hides and orders columns. */
const ColumnsMenu = (props: ColumnChoiceProps) => {
  const { t } = useTranslation()
  return (
    <Popover content={<ColumnChoice {...props} />}>
      <Button size="small" variant="minimal" icon={<ListColumnsIcon />} text={t('list:columns')} />
    </Popover>
  )
}

type CountProps = { total: Total; words?: string | undefined; busy: boolean; onExact: () => void }

/** The number of matching rows. A capped one is a button that requests the exact number. */
const Count = ({ total: { count, capped }, words: key = 'list:count', busy, onExact }: CountProps) => {
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

type EmptyProps = {
  words: string
  filtered: boolean
  /** Locale keys for what the filters in use need. */
  needs: readonly string[]
  onClear: () => void
}

const Empty = ({ words, filtered, needs, onClear }: EmptyProps) => {
  const { t } = useTranslation()
  return (
    <NonIdealState
      className="list-empty"
      title={t(filtered ? 'list:noMatch' : 'common:empty')}
      description={
        <>
          {(filtered ? [...needs, 'list:noMatchText'] : [words]).map((key) => (
            <div key={key}>{t(key)}</div>
          ))}
        </>
      }
      action={filtered ? <Button text={t('list:clear')} onClick={onClear} /> : undefined}
    />
  )
}

/** Whether a list with a grid shows it: by the user's choice, or else unless the window is narrow. */
const useIsGrid = (layout: Layout | null): boolean => {
  const { shell } = useApp()
  const isNarrow = useSelector(shell, ({ context }) => context.device === 'mobile')
  return !(layout?.plain ?? isNarrow)
}

type GridSwitchProps = { layout: Layout | null; onChange: (layout: Layout) => void }

/** Switches between the grid and the plain table, which screen readers can read. */
const GridSwitch = ({ layout, onChange }: GridSwitchProps) => {
  const { t } = useTranslation()
  const isGrid = useIsGrid(layout)
  return (
    <Button
      size="small"
      variant="minimal"
      icon={isGrid ? <ThListIcon /> : <GridIcon />}
      text={t(isGrid ? 'list:asTable' : 'list:asGrid')}
      onClick={() => onChange({ columns: [], ...layout, plain: isGrid })}
    />
  )
}

// Loaded lazily: the grid is as large as the rest of a list, and few lists use it.
const Grid = lazy(() => import('./Grid.tsx').then((module) => ({ default: module.Grid }))) as <Row>(
  props: GridProps<Row>,
) => React.ReactNode

/** Scrolls a table or grid to its first row, and keeps the horizontal position. */
const toFirstRow = (section: HTMLElement | null) => {
  const scrolled = section?.querySelector('.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container') ?? section
  scrolled?.scrollTo({ top: 0 })
}

/** The rows of a list as a table or a grid. */
const Rows = <Row,>({ isGrid, ...props }: GridProps<Row> & { isGrid: boolean }) => {
  if (!isGrid) return <Table {...props} />
  return (
    <Suspense fallback={<Table {...props} rows={null} />}>
      <Grid {...props} />
    </Suspense>
  )
}
