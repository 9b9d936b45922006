import { to } from '../../machines/paths.ts'
import { choices } from '../../services/collectionGroup.ts'
import { collectorColumns } from '../../services/collector.columns.ts'
import { certificateStates, type Collector, collectorStates, commands, count, list } from '../../services/collector.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { listScreen } from '../list/listScreen.tsx'
import { byApp, byStage } from '../list/ofOrder.ts'
import { Tag } from '../shared/Tag.tsx'
import { subjectOf } from './subject.ts'

const columns = columnsOf<Collector, keyof typeof collectorColumns>(collectorColumns, {
  name: { width: 180, sort: 'name' },
  state: {
    cell: ({ state }, { t }) => (
      <Tag intent={state === 'atWork' ? 'success' : 'none'}>{t(`collector:state.${state}`)}</Tag>
    ),
  },
})

/** The collectors of one kind of work, and those without a group. A row opens the cases that the collector holds. */
export const collectorsScreen = (kind: 'pre' | 'post') => {
  const isPre = kind === 'pre'
  const cases = isPre ? to.preOrderList : to.all
  return listScreen({
    name: isPre ? 'userManage' : 'collectionUserManage',
    empty: 'collector:screen.empty',
    counted: 'collector:screen.count',
    list,
    count,
    kind: 'collector',
    besides: 'collectionGroup',
    where: { kind },
    sorted: 'name',
    columns: Object.values(columns),
    filters: [
      {
        kind: 'choice',
        name: 'state',
        label: 'collector:screen.state',
        options: collectorStates.map((value) => ({ value, words: `collector:state.${value}` })),
      },
      {
        kind: 'choice',
        name: 'certificate',
        label: 'collector:screen.certificate',
        options: certificateStates.map((value) => ({ value, words: `collector:certificate.${value}` })),
      },
      {
        kind: 'choice',
        name: 'group',
        label: 'collector:ask.group',
        most: 40,
        options: async (client) =>
          (await client.call(choices, {})).groups
            .filter((group) => group.kind === kind)
            .map(({ id, name }) => ({ value: id, name })),
      },
      ...(isPre ? [] : [byStage]),
      byApp,
    ],
    keyOf: ({ id }: Collector) => id,
    row: ({ id }: Collector) => `${cases()}?${new URLSearchParams({ holder: id })}`,
    subjectOf: subjectOf(kind),
    actions: Object.keys(commands),
  })
}
