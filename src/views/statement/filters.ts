import { choices, lineStates, longest } from '../../services/statement.ts'
import type { FilterField } from '../list/filter.ts'
import { accountOptions } from './accountOptions.ts'

export const lineFilters: FilterField[] = [
  {
    kind: 'choice',
    name: 'account',
    label: 'utils:statement.account',
    most: longest.account,
    options: async (client) => accountOptions((await client.call(choices, {})).accounts),
  },
  {
    kind: 'choice',
    name: 'state',
    label: 'utils:statement.state',
    options: lineStates.map((value) => ({ value, words: `statementLine:state.${value}` })),
  },
  {
    kind: 'choice',
    name: 'direction',
    label: 'utils:statement.direction',
    options: ['credit', 'debit'].map((value) => ({ value, words: `utils:statement.${value}` })),
  },
  { kind: 'text', name: 'txid', label: 'utils:statement.txid', most: longest.txid },
  { kind: 'text', name: 'orderNo', label: 'utils:statement.orderNo', most: longest.orderNo },
  { kind: 'text', name: 'amount', label: 'utils:statement.amount', most: 20 },
  { kind: 'days', name: 'booked', label: 'utils:statement.bookedAt', from: 'bookedFrom', to: 'bookedTo' },
  {
    kind: 'choice',
    name: 'owner',
    label: 'utils:statement.owner',
    most: longest.owner,
    options: async (client) => (await client.call(choices, {})).owners.map(({ id, name }) => ({ value: id, name })),
  },
]
