import type { CSSProperties } from 'react'
import { to } from '../../machines/paths.ts'
import { longest } from '../../services/approval.ts'
import { columnsOf as declaredColumns } from '../../services/report.columns.ts'
import { type FilterName, grains, type Report, type ReportRow } from '../../services/report.ts'
import { byCustomerType } from '../approval/filters.ts'
import type { Column } from '../list/column.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays, type FilterField } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byChannelOf, byProductOf, byRuleSetOf } from '../list/ofChoices.ts'
import { byApp } from '../list/ofOrder.ts'
import { byBasis } from '../loan/filters.ts'
import type { Format } from '../shared/format.ts'
import type { Screen } from '../shared/screens.ts'
import { Tag } from '../shared/Tag.tsx'
import { Figure } from './Figure.tsx'
import { StandingTable } from './StandingTable.tsx'

/** The filters of a report. Whoever may open it alone is told their options as well. */
const filtersOf = ({ choices }: Report): Record<FilterName, FilterField> => ({
  app: byApp,
  channel: byChannelOf((client) => client.call(choices, {})),
  product: byProductOf((client) => client.call(choices, {})),
  customerType: byCustomerType,
  reviewer: {
    kind: 'choice',
    name: 'reviewer',
    label: 'report:reviewer',
    most: longest.reviewer,
    options: async (client) => (await client.call(choices, {})).reviewers.map(({ id, name }) => ({ value: id, name })),
  },
  ruleSet: byRuleSetOf((client) => client.call(choices, {})),
  basis: byBasis,
})
const byGrain: FilterField = {
  kind: 'choice',
  name: 'grain',
  label: 'report:grain',
  none: 'report:grains.day',
  options: grains.map((value) => ({ value, words: `report:grains.${value}` })),
}

/** Shapes of a report's columns: figures open their lists, and the totals stand below. */
const shapesOf = (report: Report): Record<string, Partial<Column<ReportRow>>> => ({
  ...(report.rows === 'day' && { key: { sort: 'key' } }),
  unfinished: { cell: ({ unfinished }, { t }) => (unfinished ? <Tag>{t('report:stillRunning')}</Tag> : '–') },
  ...Object.fromEntries(
    Object.entries(report.figures).map(([name, { money }]): [string, Partial<Column<ReportRow>>] => [
      name,
      {
        cell: (row) => <Figure report={report} name={name} line={row} value={row.figures[name]!} />,
        sum: (total, format) => (money ? format.money(total) : format.number(total)),
        ...(report.extra?.includes(name) && { extra: true }),
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(report.rates).map((name): [string, Partial<Column<ReportRow>>] => [
      name,
      {
        sum: (total, { money, rate }) => (report.each?.includes(name) ? money : rate)(total),
        ...(report.heat?.includes(name) && {
          cell: (row, format) => <Heat points={row.rates[name]!} format={format} />,
        }),
        ...(report.extra?.includes(name) && { extra: true }),
      },
    ]),
  ),
})

/** A rate on a tint that grows with it. The number stays: the tint only leads the eye. */
const Heat = ({ points, format: { rate } }: { points: number | null; format: Format }) =>
  points === null ? (
    '–'
  ) : (
    <span className="report-heat" style={{ '--heat': `${Math.min(60, points / 100)}%` } as CSSProperties}>
      {rate(points)}
    </span>
  )

/** Where a line leads: from a day of conversion to its channels and back, otherwise to the day alone. */
const narrowed = (report: Report, { key, from, to: last }: ReportRow) => {
  const days = `${from}..${last}`
  if (report.name !== 'conversionRate' && report.rows === 'day')
    return `${to[report.name]()}?${new URLSearchParams({ days })}`
  if (report.rows === 'channel') return `${to.conversionRate()}?${new URLSearchParams({ days, channel: key })}`
  return `${to.channelConversionRate()}?${new URLSearchParams({ days })}`
}

export const reportScreen = (report: Report): Screen => {
  const filters = filtersOf(report)
  const columns = columnsOf<ReportRow, string>(declaredColumns(report), shapesOf(report))
  return listScreen({
    name: report.name,
    empty: 'report:empty',
    counted: `report:count.${report.grained ? 'line' : report.rows}`,
    list: report.list,
    count: report.count,
    // No stream: the head of the report watches how far the log is counted.
    kind: 'report',
    where: {},
    ...(report.rows === 'day' && { sorted: '-key' }),
    columns: Object.values(columns),
    filters: [
      byDays('days', 'report:days'),
      ...(report.grained ? [byGrain] : []),
      ...report.filters.map((name) => filters[name]),
    ],
    keyOf: ({ key }) => key,
    row: (row) => narrowed(report, row),
    lead: ({ filter, onMoved }) => <StandingTable report={report} filter={filter} onMoved={onMoved} />,
  })
}
