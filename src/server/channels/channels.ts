import type { Bank } from './bank.ts'
import type { Bureau } from './bureau.ts'
import type { PayoutChannel } from './payout.ts'
import type { SmsChannel } from './sms.ts'

/** The external providers, each behind an interface and reached over HTTP. */
export type Channels = {
  bureau: Bureau
  bank: Bank
  /** By name. The first is the default of a payout. */
  payouts: Readonly<Record<string, PayoutChannel>>
  /** By name. The first sends new messages. */
  sms: Readonly<Record<string, SmsChannel>>
  /** The signing secret of each provider that sends callbacks, by name. */
  secrets: Readonly<Record<string, string>>
}
