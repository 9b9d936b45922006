import type { Client } from '../../services/http.ts'
import { longestText } from '../../services/order.ts'
import { choices, type stages } from '../../services/payout.ts'
import { byDays, type FilterField } from '../list/filter.ts'
import { byProductOf } from '../list/ofChoices.ts'
import { channelOptions } from './subject.ts'

const ask = (client: Client) => client.call(choices, {})

export const byChannel: FilterField = {
  kind: 'choice',
  name: 'channel',
  label: 'payout:screen.channel',
  most: longestText.code,
  options: async (client) => channelOptions((await client.call(choices, {})).channels),
}

export const byProduct = byProductOf(ask)

export const byStage = (...offered: readonly (typeof stages)[number][]): FilterField => ({
  kind: 'choice',
  name: 'stage',
  label: 'payout:screen.state',
  options: offered.map((value) => ({
    value,
    words: `payout:state.${value === 'unknown' ? 'unknown._' : value}`,
  })),
})

export const byOpened = byDays('opened', 'payout:screen.openedAt')
export const byDay = byDays('day', 'payout:screen.day')
export const inDoubt: FilterField = { kind: 'flag', name: 'contradicted', label: 'payout:screen.isContradicted' }
export const isReturned: FilterField = { kind: 'flag', name: 'returned', label: 'payout:screen.isReturned' }
