import { outcomes } from '../../machines/contact.facts.ts'
import { provinces } from '../../machines/identity.ts'
import { longest } from '../../services/approval.ts'
import type { Client } from '../../services/http.ts'
import { strategyWords } from '../../services/recovery.columns.ts'
import { ages, choices, endings, kinds, none, standingStates, strategies } from '../../services/recovery.ts'
import type { Option } from '../detail/form/field.ts'
import type { FilterField } from '../list/filter.ts'
import { byApp, byEveryStage } from '../list/ofOrder.ts'

const fetched = (name: string, label: string, of: (client: Client) => Promise<Option[]>): FilterField => ({
  kind: 'choice',
  name,
  label,
  most: 80,
  options: of,
})
export const chosen = (
  name: string,
  label: string,
  values: readonly string[],
  wordsOf: (value: string) => string,
): FilterField => ({
  kind: 'choice',
  name,
  label,
  options: values.map((value) => ({ value, words: wordsOf(value) })),
})
const flag = (name: string): FilterField => ({ kind: 'flag', name, label: `recovery:screen.${name}` })

const named = ({ id: value, name }: { id: string; name: string }): Option => ({ value, name })
const nobody = (words: string): Option => ({ value: none, words })

const byPerson = (name: string, label: string) =>
  fetched(name, label, async (client) => [
    ...(await client.call(choices, {})).collectors.map(named),
    nobody('recovery:screen.self'),
  ])
export const byCollector = byPerson('collector', 'recovery:screen.collector')
export const byCreditedTo = byPerson('creditedTo', 'recoveryCase:screen.creditedTo')
const groups = async (client: Client) => (await client.call(choices, {})).groups.map(named)
export const byGroup = fetched('group', 'recovery:screen.group', async (client) => [
  ...(await groups(client)),
  nobody('recovery:screen.noGroup'),
])
/** The group that may be given a case. */
export const forGroup = fetched('group', 'recovery:screen.forGroup', groups)
export const byAgency = fetched('company', 'recovery:screen.company', async (client) =>
  (await client.call(choices, {})).companies.map((name) => ({ value: name, name })),
)
export const byCompany = fetched('company', 'recovery:screen.company', async (client) => [
  nobody('recovery:screen.own'),
  ...(await client.call(choices, {})).companies.map((name) => ({ value: name, name })),
])
export const byStrategy: FilterField = {
  kind: 'choice',
  name: 'strategy',
  label: 'recovery:screen.strategy',
  options: [
    ...strategies.map((value) => ({ value, words: strategyWords(value) })),
    nobody('recovery:screen.noStrategy'),
  ],
}
export const byKind = chosen('kind', 'recovery:screen.kind', kinds, (value) => `recovery:kind.${value}`)
export const byEnding = chosen('endedBy', 'recovery:screen.endedBy', endings, (value) => `recovery:ending.${value}`)
export const byState = chosen(
  'state',
  'recoveryCase:screen.state',
  standingStates,
  (value) => `recovery:standing.${value}`,
)
export const byOutcome = chosen(
  'outcome',
  'recoveryCase:screen.outcome',
  outcomes,
  (value) => `contact:outcome.${value}`,
)
export const byVerdict = chosen(
  'outcome',
  'recoveryCase:screen.promise',
  ['open', 'kept', 'partlyKept', 'broken', 'superseded', 'ended'],
  (value) => `recoveryCase:promise.${value}`,
)
export const bySign = chosen(
  'sign',
  'recovery:screen.sign',
  ['payment', 'reversal'],
  (value) => `recovery:sign.${value}`,
)
export const byFirst = flag('first')
export const byFirstReached = flag('firstReached')
export const byJudged = flag('verdict')

export const byAge = chosen('age', 'recovery:screen.age', ages, (value) => `recovery:age.${value}`)

export const byProvince: FilterField = {
  kind: 'choice',
  name: 'province',
  label: 'order:province',
  options: [...Object.entries(provinces).map(([value, name]) => ({ value, name })), nobody('recovery:screen.none')],
}
export const byRegency: FilterField = { kind: 'text', name: 'regency', label: 'order:city', most: 120 }

/** A placement is of one order. */
export const byPlacement: FilterField = {
  kind: 'text',
  name: 'orderNo',
  label: 'recovery:screen.placement',
  most: longest.orderNo,
}
export const byOrder: FilterField = { ...byPlacement, label: 'approval:screen.orderNo' }

/** The filters that all lists of collection have. */
export const shared = [
  byOrder,
  byKind,
  byEveryStage,
  byCollector,
  byGroup,
  byCompany,
  byApp,
  byStrategy,
  byProvince,
  byRegency,
]
