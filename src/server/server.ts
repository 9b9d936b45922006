import type { Logger } from 'pino'
import type { Audit } from './audit.ts'
import type { Handle } from './call.ts'
import type { Channels } from './channels/channels.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Sessions } from './sessions.ts'
import type { Store } from './store.ts'
import type { Vault } from './vault.ts'

/** What an area's handlers work with; everything comes in here, nothing from the air. */
export type Server = {
  db: Database
  store: Store
  vault: Vault
  audit: Audit
  sessions: Sessions
  clock: Clock
  ids: () => string
  channels: Channels
  log: Logger
  handle: Handle
}
