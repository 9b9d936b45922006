import { longest } from '../../services/approval.ts'
import { appCustomerTypes, choices, longestText } from '../../services/order.ts'
import { byDays, type FilterField } from '../list/filter.ts'

export const byChannel: FilterField = {
  kind: 'choice',
  name: 'channel',
  label: 'approval:screen.channel',
  most: longestText.code,
  options: async (client) =>
    (await client.call(choices, {})).channels.map((name) => ({ value: name, name, words: `detail:channel.${name}` })),
}

export const byProduct: FilterField = {
  kind: 'choice',
  name: 'product',
  label: 'approval:screen.product',
  most: longestText.code,
  options: async (client) => (await client.call(choices, {})).products.map(({ code, name }) => ({ value: code, name })),
}

const byReviewer = (stage: 'first' | 'final'): FilterField => ({
  kind: 'choice',
  name: `${stage}Reviewer`,
  label: `approval:screen.${stage}Reviewer`,
  most: longest.reviewer,
  options: async (client) => (await client.call(choices, {})).reviewers.map(({ id, name }) => ({ value: id, name })),
})
export const byFirstReviewer = byReviewer('first')
export const byFinalReviewer = byReviewer('final')

export const byAppCustomerType: FilterField = {
  kind: 'choice',
  name: 'appCustomerType',
  label: 'order:appCustomerType',
  options: appCustomerTypes.map((value) => ({ value, words: `approval:customerType.${value}` })),
}

export const byWhiteType: FilterField = {
  kind: 'text',
  name: 'whiteType',
  label: 'order:whiteType',
  most: longestText.whiteType,
}

export const byMachine = byDays('machine', 'approval:screen.machineAt')
export const byFirst = byDays('first', 'order:firstAt')
export const byFinal = byDays('final', 'order:finalAt')
