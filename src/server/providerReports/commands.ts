import * as payout from '../../services/payout.ts'
import type { Server } from '../server.ts'
import { alarmsOf, ofMoney } from './alarms.ts'
import { hearWord, type Sendings } from './hear.ts'

/** Callbacks of providers, and the alarms they raise until somebody has seen them. */
export const providerReports = (server: Server, sendings: readonly Sendings[]) => {
  server.handle(payout.callback, async (word, call) => {
    await hearWord(server, sendings, call.by.slice('provider/'.length), word, 'callback')
    return {}
  })
  alarmsOf(server, payout, ofMoney(server.channels))
}
