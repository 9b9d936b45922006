import { lifecycles } from '../../machines/lifecycles.ts'
import { longest } from '../../services/approval.ts'
import { auditTypes, longestName, type people } from '../../services/audit.ts'
import type { FilterField } from '../list/filter.ts'

/** Filters by actor. */
export const byPerson = (endpoint: typeof people): FilterField => ({
  kind: 'choice',
  name: 'by',
  label: 'audit:by',
  most: longest.reviewer,
  options: async (client) => (await client.call(endpoint, {})).people.map(({ id, name }) => ({ value: id, name })),
})

export const byDay: FilterField = { kind: 'days', name: 'days', label: 'audit:at', from: 'from', to: 'to' }

export const byKind: FilterField = {
  kind: 'choice',
  name: 'kind',
  label: 'audit:what',
  options: [
    ...lifecycles.map(({ name }) => ({ value: name, words: `${name}:title` })),
    ...auditTypes.map((type) => ({ value: type, words: `audit:type.${type}` })),
  ],
}

export const byRecord: FilterField = { kind: 'text', name: 'record', label: 'audit:record', most: longestName.record }

/** Filters by customer, through one of their orders; finds entries of all their orders. */
export const byCustomer: FilterField = {
  kind: 'text',
  name: 'orderNo',
  label: 'audit:customer',
  most: longest.orderNo,
}
