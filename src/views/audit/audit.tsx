import { count, type Happened, list, people } from '../../services/audit.ts'
import { byNik, byPhone } from '../approve/filters.ts'
import { listScreen } from '../list/listScreen.tsx'
import { at, by, device, ip, orderNo, record, said, what } from './columns.tsx'
import { byCustomer, byDay, byKind, byPerson, byRecord } from './filters.ts'
import { placePath } from './place.ts'

/** Everything that happened, of both logs, by time. */
export const screen = listScreen({
  name: 'audit',
  empty: 'audit:empty',
  counted: 'audit:count',
  list,
  count,
  // Nothing is of this kind: a list of all that happens would never stand still, and each look at it is noted.
  kind: 'audit',
  where: {},
  sorted: '-at',
  columns: [at, by, what, record, said, { ...orderNo, extra: true }, ip, device],
  filters: [byPerson(people), byDay, byKind, byCustomer, byPhone, byNik, byRecord],
  keyOf: ({ log, pos }: Happened) => `${log}/${pos}`,
  row: placePath,
})
