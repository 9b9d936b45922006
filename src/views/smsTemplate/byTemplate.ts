import { list } from '../../services/smsTemplate.ts'
import type { FilterField } from '../list/filter.ts'

/** A filter of what was sent by its template. */
export const byTemplate: FilterField = {
  kind: 'choice',
  name: 'text',
  label: 'message:ask.text',
  most: 40,
  options: async (client) => {
    const { rows } = await client.call(list, { limit: 200 })
    return rows.map(({ id, name }) => ({ value: id, name }))
  },
}
