import { longestText } from '../../services/order.ts'
import { longest } from '../../services/statement.ts'
import { choices, withdrawalStates } from '../../services/withdrawal.ts'
import type { FilterField } from '../list/filter.ts'
import { channelOptions } from '../payout/subject.ts'
import { accountOptions } from '../statement/accountOptions.ts'

export const withdrawalFilters: FilterField[] = [
  { kind: 'text', name: 'txid', label: 'payout:screen.txid', most: longest.txid },
  {
    kind: 'choice',
    name: 'state',
    label: 'payout:screen.state',
    options: withdrawalStates.map((value) => ({ value, words: `withdrawal:state.${value}` })),
  },
  {
    kind: 'choice',
    name: 'account',
    label: 'withdrawal:ask.account',
    most: longest.account,
    options: async (client) => accountOptions((await client.call(choices, {})).accounts),
  },
  {
    kind: 'choice',
    name: 'channel',
    label: 'payout:screen.channel',
    most: longestText.code,
    options: async (client) => channelOptions((await client.call(choices, {})).channels),
  },
  {
    kind: 'days',
    name: 'requested',
    label: 'withdrawal:screen.requestedAt',
    from: 'requestedFrom',
    to: 'requestedTo',
  },
]
