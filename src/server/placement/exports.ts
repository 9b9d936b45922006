import * as z from 'zod/mini'
import { decidedPlacements, placementColumns } from '../../services/placement.columns.ts'
import * as placement from '../../services/placement.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { placementLists } from './lists.ts'

export const placementExports = (server: Pick<Server, 'db'>): Exportable => {
  const { page, count } = placementLists(server)
  const { placementConfirmed, placementWithdrawn, placementRecalled } = placement.commands
  return listed({
    interface: placement.list.interface,
    words: 'placement',
    filter: z.omit(placement.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }, reader) => (await count({ ...filter, exact: true }, reader)).count,
    secret: [],
    title: () => 'routes:placements',
    columns: placementColumns,
    decided: decidedPlacements,
    keyOf: ({ orderNo }) => orderNo,
    commands: { placementConfirmed, placementWithdrawn, placementRecalled },
    streamOf: (orderNo) => `placement/${orderNo}`,
    bodyOf: (orderNo) => ({ orderNo }),
  })
}
