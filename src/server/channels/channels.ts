import type { Bank } from './bank.ts'
import type { Bureau } from './bureau.ts'

/** The providers outside: each behind one interface, reached over HTTP. */
export type Channels = { bureau: Bureau; bank: Bank }
