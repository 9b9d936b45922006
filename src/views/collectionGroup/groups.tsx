import { useTranslation } from 'react-i18next'
import { to } from '../../machines/paths.ts'
import { collectionGroupColumns } from '../../services/collectionGroup.columns.ts'
import { type CollectionGroup, count, employers, groupStates, list } from '../../services/collectionGroup.ts'
import { NewRecord } from '../detail/command/NewRecord.tsx'
import { columnsOf } from '../list/columnsOf.tsx'
import { listScreen } from '../list/listScreen.tsx'
import { byApp, byStage } from '../list/ofOrder.ts'
import type { Screen } from '../shared/screens.ts'
import { Tag } from '../shared/Tag.tsx'
import { collectionGroups, newField, subjectOf } from './subject.ts'

const columns = columnsOf<CollectionGroup, keyof typeof collectionGroupColumns>(collectionGroupColumns, {
  targetsNow: { width: 420 },
  targetsAhead: { width: 420, extra: true },
  name: { width: 200, sort: 'name' },
  state: {
    cell: ({ state }, { t }) => (
      <Tag intent={state === 'open' ? 'success' : 'none'}>{t(`collectionGroup:state.${state}`)}</Tag>
    ),
  },
})

/** The groups of collectors of one kind of work. A row opens its members. */
export const groupsScreen = (kind: 'pre' | 'post'): Screen => {
  const isPre = kind === 'pre'
  const members = isPre ? to.userManage : to.collectionUserManage
  const List = listScreen({
    name: isPre ? 'groupManage' : 'collectioGroupManage',
    empty: 'collectionGroup:screen.empty',
    counted: 'collectionGroup:screen.count',
    list,
    count,
    kind: 'collectionGroup',
    besides: 'collector',
    where: { kind },
    sorted: 'name',
    columns: Object.values(columns),
    filters: [
      {
        kind: 'choice',
        name: 'state',
        label: 'collectionGroup:screen.state',
        options: groupStates.map((value) => ({ value, words: `collectionGroup:state.${value}` })),
      },
      {
        kind: 'choice',
        name: 'employer',
        label: 'collectionGroup:screen.employer',
        options: employers.map((value) => ({ value, words: `collectionGroup:employer.${value}` })),
      },
      ...(isPre ? [] : [byStage]),
      byApp,
    ],
    keyOf: ({ id }: CollectionGroup) => id,
    row: ({ id }: CollectionGroup) => `${members()}?${new URLSearchParams({ group: id })}`,
    subjectOf,
    actions: ['groupChanged', 'targetsPlanned', 'groupClosed', 'groupReopened'],
  })

  const Groups = () => {
    const { t } = useTranslation()
    return (
      <div className="list-page">
        <NewRecord process={collectionGroups} name={t('collectionGroup:title')} field={newField(kind)} />
        <List />
      </div>
    )
  }
  return Object.assign(Groups, { prefetch: List.prefetch! })
}
