import { count, type Happened, list, people } from '../../services/audit.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byNik, byPhone } from '../list/ofOrder.ts'
import { columns, content } from './columns.tsx'
import { byCustomer, byDay, byKind, byPerson, byRecord } from './filters.ts'
import { placePath } from './place.ts'

/** The events and audit entries in one list, by time. */
export const screen = listScreen({
  name: 'audit',
  empty: 'audit:empty',
  counted: 'audit:count',
  list,
  count,
  // No record has this kind, so the list does not refetch: it would never be still, and each read adds an audit entry.
  kind: 'audit',
  where: {},
  sorted: '-at',
  columns: [
    columns.at,
    columns.by,
    columns.what,
    columns.record,
    content,
    { ...columns.orderNo, extra: true },
    columns.ip,
    columns.device,
  ],
  filters: [byPerson(people), byDay, byKind, byCustomer, byPhone, byNik, byRecord],
  keyOf: ({ log, pos }: Happened) => `${log}/${pos}`,
  row: placePath,
})
