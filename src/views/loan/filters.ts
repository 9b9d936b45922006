import type { Client } from '../../services/http.ts'
import { arrears, choices, instalmentStates, methodsListed, repaymentKinds } from '../../services/loan.lists.ts'
import { longestPayChannel } from '../../services/loan.ts'
import { byDays, type FilterField } from '../list/filter.ts'
import { byChannelOf, byProductOf } from '../list/ofChoices.ts'

const ask = (client: Client) => client.call(choices, {})

export const byDue = byDays('due', 'loan:list.due', { ahead: true })
export const byPaid = byDays('paid', 'loan:list.paidOn')

export const byStatus: FilterField = {
  kind: 'choice',
  name: 'status',
  label: 'loan:list.statusIs',
  options: instalmentStates.map((value) => ({ value, words: `loan:list.status.${value}` })),
}
export const byOriginalDue = byDays('originalDue', 'loan:list.originalDue', { ahead: true })
export const byArrears: FilterField = {
  kind: 'choice',
  name: 'arrears',
  label: 'loan:list.arrearsIs',
  options: arrears.map((value) => ({ value, words: `loan:list.arrears.${value}` })),
}
export const byBasis: FilterField = {
  kind: 'choice',
  name: 'basis',
  label: 'report:basis',
  none: 'report:valueDay',
  options: [{ value: 'booked', words: 'report:booked' }],
}
export const byKind: FilterField = {
  kind: 'choice',
  name: 'kind',
  label: 'loan:list.kindIs',
  options: repaymentKinds.map((value) => ({ value, words: `loan:list.kind.${value}` })),
}
export const byMethod: FilterField = {
  kind: 'choice',
  name: 'method',
  label: 'loan:list.methodIs',
  options: methodsListed.map((value) => ({ value, words: `loan:method.${value}` })),
}
export const byPayChannel: FilterField = {
  kind: 'choice',
  name: 'payChannel',
  label: 'loan:list.payChannel',
  most: longestPayChannel,
  options: async (client) => (await client.call(choices, {})).payChannels.map((name) => ({ value: name, name })),
}
export const byReversed: FilterField = { kind: 'flag', name: 'reversed', label: 'loan:list.reversed' }
export const byTxid: FilterField = { kind: 'text', name: 'txid', label: 'loan:list.txid', most: 60 }

export const byChannel = byChannelOf(ask)
export const byProduct = byProductOf(ask)
