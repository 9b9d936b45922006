import { choices, lineStates, longest } from '../../services/statement.ts'
import type { FilterField } from '../list/filter.ts'
import { accountOptions } from './accountOptions.ts'

export const lineFilters: FilterField[] = [
  {
    kind: 'choice',
    name: 'account',
    label: 'statement:account',
    most: longest.account,
    options: async (client) => accountOptions((await client.call(choices, {})).accounts),
  },
  {
    kind: 'choice',
    name: 'state',
    label: 'statement:state',
    options: lineStates.map((value) => ({ value, words: `statementLine:state.${value}` })),
  },
  {
    kind: 'choice',
    name: 'direction',
    label: 'statement:direction',
    options: ['credit', 'debit'].map((value) => ({ value, words: `statement:${value}` })),
  },
  { kind: 'text', name: 'txid', label: 'statement:txid', most: longest.txid },
  { kind: 'text', name: 'orderNo', label: 'statement:orderNo', most: longest.orderNo },
  { kind: 'text', name: 'amount', label: 'statement:amount', most: 20 },
  { kind: 'days', name: 'booked', label: 'statement:bookedAt', from: 'bookedFrom', to: 'bookedTo' },
  {
    kind: 'choice',
    name: 'owner',
    label: 'statement:owner',
    most: longest.owner,
    options: async (client) => (await client.call(choices, {})).owners.map(({ id, name }) => ({ value: id, name })),
  },
]
