import { createElement } from 'react'
import { useParams } from 'react-router-dom'
import { type Happened, seen, seenCount } from '../../services/audit.ts'
import { listScreen } from '../list/listScreen.tsx'
import type { Screen } from '../shared/screens.ts'
import { columns, content } from './columns.tsx'
import { byDay } from './filters.ts'
import { placePath } from './place.ts'

const seenOf = (order: string): Screen =>
  listScreen({
    name: 'seen',
    about: () => order,
    empty: 'audit:unseen',
    counted: 'audit:count',
    list: seen,
    count: seenCount,
    // No event has this kind, so the list does not refetch: each read adds an audit entry.
    kind: 'audit',
    where: { orderNo: order },
    sorted: '-at',
    columns: [columns.at, columns.by, columns.what, columns.orderNo, content, columns.ip, columns.device],
    filters: [byDay],
    keyOf: ({ pos }: Happened) => String(pos),
    row: placePath,
  })

// React needs the same component for a list at each render.
const lists = new Map<string, Screen>()
const listFor = (order: string): Screen => {
  const list = lists.get(order) ?? seenOf(order)
  lists.set(order, list)
  return list
}

/** The staff who saw the customer of the order in the path. */
const Seen = () => {
  const { orderNo: order } = useParams() as { orderNo: string }
  return createElement(listFor(order))
}

export const screen: Screen = Seen
