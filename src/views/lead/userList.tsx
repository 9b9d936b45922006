import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { decidedLeads } from '../../services/lead.columns.ts'
import {
  choices,
  count,
  importLeads,
  type Lead,
  leadStates,
  list,
  outcomes,
  results,
  sellingChannels,
} from '../../services/lead.ts'
import { stateWords } from '../../services/quality.columns.ts'
import { qualityStates } from '../../services/quality.ts'
import type { Option } from '../detail/form/field.ts'
import { byDays, type FilterField } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byName, byPhone } from '../list/ofOrder.ts'
import { useConsole } from '../shared/console.ts'
import type { Screen } from '../shared/screens.ts'
import { Audience } from '../smsBatch/Audience.tsx'
import { columns } from './columns.tsx'
import './lead.css'
import { byBatch, bySource } from './filters.ts'
import { NextLead } from './NextLead.tsx'
import { subjectOf } from './subject.ts'

const byWord = (name: string, label: string, options: readonly Option[]): FilterField => ({
  kind: 'choice',
  name,
  label,
  options,
})
const yesNo = ['yes', 'no']
const List = listScreen({
  name: 'userList',
  empty: 'lead:screen.empty',
  counted: 'lead:screen.count',
  list,
  count,
  kind: 'lead',
  where: {},
  sorted: '-importedAt',
  columns: Object.values(columns),
  filters: [
    { kind: 'flag', name: 'mine', label: 'lead:screen.mine' },
    { kind: 'flag', name: 'callBackDue', label: 'lead:screen.callBackDue' },
    byWord(
      'state',
      'lead:screen.state',
      leadStates.map((value) => ({ value, words: `lead:state.${value}` })),
    ),
    byPhone,
    byName,
    {
      kind: 'choice',
      name: 'seller',
      label: 'lead:screen.seller',
      most: 40,
      options: async (client) => (await client.call(choices, {})).sellers.map(({ id, name }) => ({ value: id, name })),
    },
    byBatch,
    bySource,
    byWord(
      'channel',
      'lead:screen.channel',
      sellingChannels.map((value) => ({ value, words: `contact:channel.${value}` })),
    ),
    byWord(
      'outcome',
      'lead:screen.outcome',
      outcomes.map((value) => ({ value, words: `contact:outcome.${value}` })),
    ),
    byWord(
      'registered',
      'lead:screen.registered',
      yesNo.map((value) => ({ value, words: `lead:registered.${value}` })),
    ),
    byWord(
      'applied',
      'lead:screen.applied',
      yesNo.map((value) => ({ value, words: `lead:applied.${value}` })),
    ),
    byWord(
      'result',
      'lead:screen.result',
      results.map((value) => ({ value, words: `lead:result.${value}` })),
    ),
    byWord(
      'quality',
      'quality:screen.state',
      qualityStates.map((value) => ({ value, words: stateWords(value) })),
    ),
    { kind: 'flag', name: 'repeated', label: 'lead:screen.repeated' },
    { kind: 'flag', name: 'reached', label: 'lead:screen.reached' },
    { kind: 'flag', name: 'paid', label: 'lead:screen.paid' },
    byDays('callBack', 'lead:screen.callBack', { ahead: true }),
    byDays('contacted', 'lead:screen.contactedAt'),
    byDays('imported', 'lead:screen.importedAt'),
  ],
  grid: true,
  keyOf: ({ id }: Lead) => id,
  row: ({ id }: Lead) => to.leadDetail({ id }),
  subjectOf,
  actions: ['claimed', 'assigned', 'reassigned', 'recalled', 'reopened'],
  bulk: { events: ['assigned', 'reassigned', 'recalled', 'reopened'], decided: decidedLeads },
  audience: (of, filter) => <Audience list={of} filter={filter} />,
})

const ToImports = () => {
  const { t } = useTranslation()
  const { user } = useConsole()
  if (!user.interfaces.includes(importLeads.interface)) return null
  return <Link to={to.leadImports()}>{t('routes:leadImports')}</Link>
}

/** The leads of telemarketing, with the way to the seller's next one. */
const UserList = () => {
  const { t } = useTranslation()
  return (
    <div className="list-page">
      <div className="lead-ways">
        <NextLead />
        <Link to={to.callBacks()}>{t('routes:callBacks')}</Link>
        <Link to={to.leadOrigins()}>{t('routes:leadOrigins')}</Link>
        <ToImports />
      </div>
      <List />
    </div>
  )
}

export const screen: Screen = Object.assign(UserList, { prefetch: List.prefetch! })
