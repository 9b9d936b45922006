import { Button, NonIdealState } from '@blueprintjs/core'
import { useMachine } from '@xstate/react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listMachine, type Page, type Total } from '../../machines/list.ts'
import type { DataOf, Endpoint, InputOf } from '../../services/endpoint.ts'
import { CommandDialog } from '../detail/CommandDialog.tsx'
import type { Subject } from '../detail/subject.ts'
import { useLive } from '../detail/useLive.ts'
import { preload } from '../screens.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import type { Column } from './column.ts'
import { type FilterField, filterOf } from './filter.ts'
import { FilterBar } from './FilterBar.tsx'
import { Pager } from './Pager.tsx'
import { Table } from './Table.tsx'
import { useChosen } from './useChosen.ts'
import { useRowKeys } from './useRowKeys.ts'
import './list.css'

type RowOf<List extends Endpoint> = DataOf<List> extends { rows: (infer Row)[] } ? Row : never

type Declaration<List extends Endpoint, Row = RowOf<List>> = {
  /** Locale keys. */
  title: string
  empty: string
  list: List
  count: Endpoint
  where: Partial<InputOf<List>>
  /** Which records' changes concern it. */
  kind: string
  columns: readonly Column<Row>[]
  filters: readonly FilterField[]
  keyOf: (row: Row) => string
  row: (row: Row) => string
  /** The screen that a row opens, to be fetched before it is asked for. */
  opens: string
  subjectOf: (row: Row) => Subject
  /** The chart's events that a row offers. */
  actions?: readonly string[]
}

/** A list as a screen, from what it lists, shows and can be narrowed by. */
export const listScreen = <List extends Endpoint>(declared: Declaration<List>): ComponentType => {
  type Row = RowOf<List>
  const {
    title,
    empty,
    list,
    count,
    where,
    kind,
    columns,
    filters,
    keyOf,
    row: linkOf,
    opens,
    subjectOf,
    actions,
  } = declared
  const onNear = () => preload(opens)

  const ListScreen = () => {
    const { t } = useTranslation()
    const { client } = useConsole()
    const { chosen, limit, choose, chooseLimit, clear } = useChosen(filters)
    const filter = { ...where, ...filterOf(filters, chosen) }

    const [snapshot, send] = useMachine(listMachine, {
      input: {
        filter,
        limit,
        load: (asked, signal) =>
          client.call(list, { ...asked.filter, after: asked.after, limit: asked.limit } as InputOf<List>, {
            signal,
          }) as Promise<Page<Row, unknown>>,
        count: (asked, signal) => client.call(count, asked, { signal }) as Promise<Total>,
      },
    })
    const { total, cursors, next, error } = snapshot.context
    const rows = snapshot.context.rows as Row[] | null
    const failed = snapshot.matches({ page: 'failed' })
    const loading = snapshot.matches({ page: 'loading' })

    useEffect(() => send({ type: 'filtered', filter, limit }))
    useLive(kind, undefined, () => send({ type: 'changed' }))

    const table = useRef<HTMLElement>(null)
    const bar = useRef<HTMLDivElement>(null)
    useRowKeys(table, bar)
    const page = cursors.length
    // Not in an effect, which would run again when the page is shown again.
    const turn = (type: 'nextPage' | 'previousPage') => {
      send({ type })
      table.current?.scrollTo(0, 0)
    }

    // The form stays when its row leaves the list.
    const [asked, setAsked] = useState<{ row: Row }>()
    const subject = asked && subjectOf(rows?.find((row) => keyOf(row) === keyOf(asked.row)) ?? asked.row)

    return (
      <div className="list">
        <header>
          <h1>{t(title)}</h1>
          {total && <Count total={total} />}
        </header>
        <FilterBar fields={filters} chosen={chosen} onChoose={choose} onClear={clear} bar={bar} />
        {failed && <Failed error={error} onRetry={() => send({ type: 'retried' })} />}
        <section
          ref={table}
          // It scrolls, so the keyboard must reach it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={t(title)}
          className="list-rows"
          aria-busy={loading}
          hidden={failed && rows === null}
        >
          <Table<Row>
            title={t(title)}
            {...{ columns, rows, keyOf, linkOf, onNear, subjectOf, actions }}
            onAsk={(row) => setAsked({ row })}
          />
          {rows?.length === 0 && <Empty words={empty} filtered={Object.keys(chosen).length > 0} onClear={clear} />}
        </section>
        <Pager
          page={page + 1}
          hasNext={next !== null}
          busy={rows === null || loading}
          limit={limit}
          onPrevious={() => turn('previousPage')}
          onNext={() => turn('nextPage')}
          onLimit={chooseLimit}
        />
        {subject && <CommandDialog subject={subject} home={table} onReload={() => send({ type: 'revisited' })} />}
      </div>
    )
  }
  return ListScreen
}

const Count = ({ total: { count, capped } }: { total: Total }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return <span className="list-count">{t('list:count', { shown: format.count(count, capped), count })}</span>
}

type EmptyProps = { words: string; filtered: boolean; onClear: () => void }

const Empty = ({ words, filtered, onClear }: EmptyProps) => {
  const { t } = useTranslation()
  return (
    <NonIdealState
      className="list-empty"
      title={t(filtered ? 'list:noMatch' : 'common:empty')}
      description={t(filtered ? 'list:noMatchText' : words)}
      action={filtered ? <Button text={t('list:clear')} onClick={onClear} /> : undefined}
    />
  )
}
