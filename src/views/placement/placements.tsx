import { to } from '../../machines/paths.ts'
import { placementOutcomes } from '../../machines/placement.ts'
import { decidedPlacements, placementColumns } from '../../services/placement.columns.ts'
import { count, list, type Placement, placementStates } from '../../services/placement.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { listScreen } from '../list/listScreen.tsx'
import { byApp, byCompany, byOrderNo } from '../list/ofOrder.ts'
import { subjectOf } from './subject.ts'

const columns = columnsOf<Placement, keyof typeof placementColumns>(placementColumns, {
  orderNo: { width: 170 },
  customer: { cell: (row, { t }) => row.customer || t('audit:erased') },
  company: { width: 200 },
  proposedAt: { sort: 'proposedAt' },
})

/** The orders that are placed with agencies, that wait for a second person, or that were placed before. */
export const screen = listScreen({
  name: 'placements',
  empty: 'placement:screen.empty',
  counted: 'placement:screen.count',
  list,
  count,
  kind: 'placement',
  where: {},
  sorted: '-proposedAt',
  columns: Object.values(columns),
  filters: [
    byOrderNo,
    {
      kind: 'choice',
      name: 'state',
      label: 'placement:screen.state',
      options: placementStates.map((value) => ({ value, words: `placement:state.${value}` })),
    },
    byCompany,
    {
      kind: 'choice',
      name: 'outcome',
      label: 'placement:screen.outcome',
      options: placementOutcomes.map((value) => ({ value, words: `placement:outcome.${value}` })),
    },
    byApp,
  ],
  keyOf: ({ orderNo }: Placement) => orderNo,
  row: ({ orderNo }: Placement) => to.collectionDetail({ type: 'post', orderNo }),
  subjectOf,
  actions: ['placementConfirmed', 'placementRefused', 'placementWithdrawn', 'placementRecalled'],
  bulk: { events: ['placementConfirmed', 'placementWithdrawn', 'placementRecalled'], decided: decidedPlacements },
})
