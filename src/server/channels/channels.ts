import type { Bank } from './bank.ts'
import type { Bureau } from './bureau.ts'
import type { PayoutChannel } from './payout.ts'

/** The providers outside: each behind one interface, reached over HTTP. */
export type Channels = {
  bureau: Bureau
  bank: Bank
  /** By name, the first is what a payout goes through unless somebody changes it. */
  payouts: Readonly<Record<string, PayoutChannel>>
  /** What each provider that calls by itself signs with. */
  secrets: Readonly<Record<string, string>>
}
