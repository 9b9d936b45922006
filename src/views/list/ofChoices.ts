import type { Client } from '../../services/http.ts'
import { longestText } from '../../services/order.ts'
import { versionWords } from '../shared/useVersionName.ts'
import type { FilterField } from './filter.ts'

// Filters whose options the server tells by the area's own call, so that whoever may open its screens is told them.
type Ask<Name extends string, Choice> = (client: Client) => Promise<Readonly<Record<Name, readonly Choice[]>>>

export const byProductOf = (ask: Ask<'products', { code: string; name: string }>): FilterField => ({
  kind: 'choice',
  name: 'product',
  label: 'approval:screen.product',
  most: longestText.code,
  options: async (client) => (await ask(client)).products.map(({ code, name }) => ({ value: code, name })),
})

export const byChannelOf = (ask: Ask<'channels', string>): FilterField => ({
  kind: 'choice',
  name: 'channel',
  label: 'approval:screen.channel',
  most: longestText.code,
  options: async (client) =>
    (await ask(client)).channels.map((name) => ({ value: name, name, words: `detail:channel.${name}` })),
})

export const byRuleSetOf = (ask: Ask<'ruleSets', string>): FilterField => ({
  kind: 'choice',
  name: 'ruleSet',
  label: 'approval:screen.ruleSet',
  most: longestText.code,
  options: async (client) => (await ask(client)).ruleSets.map((value) => ({ value, ...versionWords(value) })),
})
