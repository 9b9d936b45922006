import type { CSSProperties } from 'react'
import { leavesOf, type ScreenName } from '../../machines/paths.ts'
import { controlledRoutes } from '../../machines/routes.ts'
import { figureColumns, nameOf, type RateName, rates, targetColumns } from '../../services/recovery.columns.ts'
import { daily, type Figured, type FigureName, figureNames, type groupings } from '../../services/recovery.ts'
import type { Column } from '../list/column.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays, type FilterField } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import type { Screen } from '../shared/screens.ts'
import { Tag } from '../shared/Tag.tsx'
import { Behind } from './Behind.tsx'
import { FiguresHead } from './FiguresHead.tsx'
import './recovery.css'

/** The fields of a screen's filter besides the reader's. */
type Fixed = Readonly<Record<string, string | true>>
type Declared = {
  name: ScreenName
  where: Fixed
  filters: readonly FilterField[]
  /** Left out: a line is what the reader chooses. */
  by?: (typeof groupings)[number]
  /** The kinds of lines; the first one without a choice. */
  lines?: readonly (typeof groupings)[number][]
  /** The columns in their order; the others can be shown. */
  shown: readonly (keyof typeof figureColumns)[]
  /** Compares each day with the one before and the same day of the week before. */
  changes?: readonly FigureName[]
  /** Ranks its lines by their recovery rate in a picture. */
  ranked?: true
}

const isMoney = (name: string) => figureColumns[name as FigureName].kind === 'money'

const isDrawn = (name: RateName) => ['recoveryRate', 'coverage', 'targetMet'].includes(name)

const shapesOf = (of: Fixed) =>
  ({
    name: {
      sort: 'key',
      cell: (line, format) => (line.name === line.from ? dayIn(line.from, format) : nameOf(line, format.t)),
    },
    unfinished: { cell: ({ unfinished }, { t }) => (unfinished ? <Tag>{t('report:stillRunning')}</Tag> : '–') },
    ...Object.fromEntries(
      figureNames.map((name): [string, Partial<Column<Figured>>] => [
        name,
        {
          cell: (line) => <Behind name={name} line={line} of={of} />,
          sum: (total, { money, number }) => (isMoney(name) ? money(total) : number(total)),
        },
      ]),
    ),
    ...Object.fromEntries(
      Object.values(targetColumns).map((column): [string, Partial<Column<Figured>>] => [
        column,
        { sum: (total, format) => format[figureColumns[column].kind === 'money' ? 'money' : 'rate'](total) },
      ]),
    ),
    dayOver: { cell: ({ dayOver }) => <Bar points={dayOver} />, sum: (total, { rate }) => rate(total) },
    productivity: { sum: (total, { money }) => money(total) },
    workable: { sum: (total, { number }) => number(total) },
    ...Object.fromEntries(
      (Object.keys(rates) as RateName[]).map((name): [string, Partial<Column<Figured>>] => [
        name,
        {
          sum: (total, { rate }) => rate(total),
          ...(isDrawn(name) && { cell: (line) => <Bar points={rates[name](line.figures)} /> }),
          ...(name === 'recoveryRate' && { sort: 'rate' }),
        },
      ]),
    ),
  }) as Partial<Record<keyof typeof figureColumns, Partial<Column<Figured>>>>

/** By how much a figure of a day differs from that of another day. */
const changeOf = (name: FigureName, against: 'dayBefore' | 'weekBefore'): Column<Figured> => ({
  name: `${name}.${against}`,
  label: `recovery:against.${against}`,
  align: 'right',
  cell: (line, { money, number }) => {
    const before = line[against]
    if (!before || line.unfinished) return '–'
    const change = line.figures[name] - before[name]
    const shown = isMoney(name) ? money(Math.abs(change)) : number(Math.abs(change))
    return change === 0 ? shown : `${change > 0 ? '+' : '−'}${shown}`
  },
})

const ofStaff = ['collector', 'group', 'company', 'stage', 'strategy', 'day'] as const
/** The choice of what a line is. Without one it is the first of these. */
const byLine = ([usual, ...others]: NonNullable<Declared['lines']>): FilterField => ({
  kind: 'choice',
  name: 'by',
  label: 'recovery:screen.by',
  none: `recovery:by.${usual!}`,
  options: others.map((value) => ({ value, words: `recovery:by.${value}` })),
})

/** The figures of collection as a screen. */
export const figureScreen = ({
  name,
  where,
  filters,
  by,
  lines = ofStaff,
  shown,
  changes = [],
  ranked,
}: Declared): Screen => {
  const fixed = { ...where, by: by ?? lines[0]! }
  const columns = columnsOf<Figured, keyof typeof figureColumns>(figureColumns, shapesOf(fixed))
  const laidOut = shown.flatMap((column) => [
    columns[column],
    ...(changes.includes(column as FigureName)
      ? [changeOf(column as FigureName, 'dayBefore'), changeOf(column as FigureName, 'weekBefore')]
      : []),
  ])
  const others = Object.values(columns)
    .filter((column) => !laidOut.includes(column))
    .map((column) => ({ ...column, extra: true as const }))
  return listScreen({
    name,
    empty: 'recovery:screen.empty.figures',
    counted: 'recovery:screen.lines',
    list: daily.list,
    count: daily.count,
    // No stream: the head watches how far the log is counted.
    kind: 'recovery',
    where: fixed,
    columns: [...laidOut, ...others],
    filters: [
      byDays('days', 'report:days'),
      ...(changes.length > 0 ? [byDays('against', 'recovery:screen.against')] : []),
      ...(by ? [] : [byLine(lines)]),
      ...filters,
    ],
    keyOf: ({ key }: Figured) => key,
    row: ({ from, to: last }: Figured) => `${pathOf(name)}?${new URLSearchParams({ days: `${from}..${last}` })}`,
    lead: ({ filter, onMoved }) => (
      <FiguresHead filter={filter} names={shown} ranked={ranked ? name : undefined} onMoved={onMoved} />
    ),
  })
}

const pathOf = (name: string) => leavesOf(controlledRoutes).find(({ route }) => route.name === name)!.path

/** A rate in basis points with a bar as long as it is high; null where there is nothing to divide by. */
const Bar = ({ points }: { points: number | null }) => {
  const { rate } = useFormat()
  if (points === null) return '–'
  return (
    <span className="rate-bar" style={{ '--share': `${Math.min(100, Math.max(0, points / 100))}%` } as CSSProperties}>
      {rate(points)}
    </span>
  )
}
