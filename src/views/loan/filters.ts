import { choices, instalmentStates, repaymentKinds } from '../../services/loan.lists.ts'
import { longestText } from '../../services/order.ts'
import { byDays, type FilterField } from '../list/filter.ts'

export const byDue = byDays('due', 'repay:due')
export const byPaid = byDays('paid', 'repay:paidOn')

export const byStatus: FilterField = {
  kind: 'choice',
  name: 'status',
  label: 'repay:statusIs',
  options: instalmentStates.map((value) => ({ value, words: `repay:status.${value}` })),
}
export const byKind: FilterField = {
  kind: 'choice',
  name: 'kind',
  label: 'repay:kindIs',
  options: repaymentKinds.map((value) => ({ value, words: `repay:kind.${value}` })),
}
export const byReversed: FilterField = { kind: 'flag', name: 'reversed', label: 'repay:reversed' }
export const byTxid: FilterField = { kind: 'text', name: 'txid', label: 'repay:txid', most: 60 }

export const byChannel: FilterField = {
  kind: 'choice',
  name: 'channel',
  label: 'approve:channel',
  most: longestText.code,
  options: async (client) => (await client.call(choices, {})).channels.map((name) => ({ value: name, name })),
}
export const byProduct: FilterField = {
  kind: 'choice',
  name: 'product',
  label: 'approve:product',
  most: longestText.code,
  options: async (client) => (await client.call(choices, {})).products.map(({ code, name }) => ({ value: code, name })),
}
