import type { Logger } from 'pino'
import type { Audit } from './audit/audit.ts'
import type { Channels } from './channels/channels.ts'
import type { Vault } from './customers/vault.ts'
import type { Database } from './db/database.ts'
import type { Clock } from './kit/clock.ts'
import type { Handle } from './staff/call.ts'
import type { Sessions } from './staff/sessions.ts'
import type { Store } from './store/store.ts'

/** The dependencies of all handlers; they use no globals. */
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
