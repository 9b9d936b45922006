import { createContext, useContext } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { sessionMachine } from '../../machines/session.ts'
import type { shellMachine } from '../../machines/shell.ts'
import type { Feed } from '../../services/feed.ts'
import type { Client } from '../../services/http.ts'

/** What lives as long as the page, outside React. */
export type App = {
  client: Client
  session: ActorRefFrom<typeof sessionMachine>
  shell: ActorRefFrom<typeof shellMachine>
  changes: Feed
}

export const AppContext = createContext<App | null>(null)

export const useApp = (): App => {
  const app = useContext(AppContext)
  if (!app) throw new Error('useApp outside the app')
  return app
}
