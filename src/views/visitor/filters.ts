import { choices } from '../../services/visitor.ts'
import type { FilterField } from '../list/filter.ts'

export const byChannel: FilterField = {
  kind: 'choice',
  name: 'channel',
  label: 'approval:screen.channel',
  most: 40,
  options: async (client) =>
    (await client.call(choices, {})).channels.map((name) => ({ value: name, name, words: `detail:channel.${name}` })),
}
