import { choices } from '../../services/lead.ts'
import type { FilterField } from '../list/filter.ts'

const byOrigin = (name: 'batch' | 'source', all: 'batches' | 'sources'): FilterField => ({
  kind: 'choice',
  name,
  label: `lead:screen.${name}`,
  most: 40,
  options: async (client) => (await client.call(choices, {}))[all].map((value) => ({ value, name: value })),
})
export const byBatch = byOrigin('batch', 'batches')
export const bySource = byOrigin('source', 'sources')
