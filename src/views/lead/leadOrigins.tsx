import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { originColumns } from '../../services/lead.columns.ts'
import { type Origin, originCount, originList } from '../../services/lead.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { listScreen } from '../list/listScreen.tsx'
import type { Format } from '../shared/format.ts'
import type { Screen } from '../shared/screens.ts'
import { byBatch, bySource } from './filters.ts'
import { OriginsAsOf } from './OriginsAsOf.tsx'

/** The filter of the list of leads for each figure of a line. */
const counted = {
  leads: {},
  repeated: { repeated: '1' },
  reached: { reached: '1' },
  registered: { registered: 'yes' },
  applied: { applied: 'yes' },
  paid: { paid: '1' },
} as const satisfies Record<string, Record<string, string>>
type Name = keyof typeof counted

/** The list of the leads of a line. */
const leadsOf = ({ batch, source }: Origin, filter: Readonly<Record<string, string>> = {}) =>
  `${to.userList()}?${new URLSearchParams({ ...(batch && { batch }), ...(source && { source }), ...filter })}`

const figure = (name: Name) => ({
  cell: (line: Origin, { number }: Format) => {
    const shown = number(line[name])
    return line[name] === 0 ? shown : <Link to={leadsOf(line, counted[name])}>{shown}</Link>
  },
  sum: (total: number, { number }: Format) => number(total),
})

const columns = columnsOf<Origin, keyof typeof originColumns>(originColumns, {
  importedAt: { sort: 'importedAt' },
  leads: figure('leads'),
  repeated: figure('repeated'),
  reached: figure('reached'),
  registered: figure('registered'),
  applied: figure('applied'),
  paid: figure('paid'),
})

/** The batches or the sources of leads, and what came of each. */
export const screen: Screen = listScreen({
  name: 'leadOrigins',
  empty: 'lead:screen.noOrigin',
  counted: 'lead:screen.origins',
  list: originList,
  count: originCount,
  kind: 'lead',
  where: {},
  sorted: '-importedAt',
  columns: Object.values(columns),
  filters: [
    {
      kind: 'choice',
      name: 'by',
      label: 'lead:screen.by',
      none: 'lead:screen.batch',
      options: [{ value: 'source', words: 'lead:screen.source' }],
    },
    byBatch,
    bySource,
  ],
  lead: ({ onMoved }) => <OriginsAsOf onMoved={onMoved} />,
  keyOf: ({ key }: Origin) => key,
  row: (line: Origin) => leadsOf(line),
})
