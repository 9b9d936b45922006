import { createContext, useContext } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { appearanceMachine } from '../../machines/appearance.ts'
import type { connectionMachine } from '../../machines/connection.ts'
import type { errorLogMachine } from '../../machines/errorLog.ts'
import type { sessionMachine } from '../../machines/session.ts'
import type { shellMachine } from '../../machines/shell.ts'
import type { tabsMachine } from '../../machines/tabs.ts'
import type { Feed } from '../../services/feed.ts'
import type { Client } from '../../services/http.ts'
import type { Screens } from './screens.ts'

/** The objects that live outside React for as long as the page. */
export type App = {
  client: Client
  session: ActorRefFrom<typeof sessionMachine>
  shell: ActorRefFrom<typeof shellMachine>
  tabs: ActorRefFrom<typeof tabsMachine>
  appearance: ActorRefFrom<typeof appearanceMachine>
  connection: ActorRefFrom<typeof connectionMachine>
  errors: ActorRefFrom<typeof errorLogMachine>
  changes: Feed
  screens: Screens
}

export const AppContext = createContext<App | null>(null)

export const useApp = (): App => {
  const app = useContext(AppContext)
  if (!app) throw new Error('useApp outside the app')
  return app
}
