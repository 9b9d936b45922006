import { to } from '../../machines/paths.ts'
import { contactColumns } from '../../services/contact.columns.ts'
import { commands, type Contact, contactStates, count, list } from '../../services/contact.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { listScreen } from '../list/listScreen.tsx'
import { subjectOf } from './subject.ts'

const columns = columnsOf<Contact, keyof typeof contactColumns>(contactColumns, { lastAt: { sort: 'lastAt' } })

export const screen = listScreen({
  name: 'contact',
  empty: 'contact:screen.empty',
  counted: 'contact:screen.count',
  list,
  count,
  kind: 'contact',
  where: {},
  sorted: '-lastAt',
  columns: Object.values(columns),
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'contact:screen.state',
      options: contactStates.map((value) => ({ value, words: `contact:state.${value}` })),
    },
  ],
  keyOf: ({ id }: Contact) => id,
  row: ({ state }: Contact) => `${to.contact()}?${new URLSearchParams({ state })}`,
  subjectOf,
  actions: Object.keys(commands),
})
