import { createContext, useContext } from 'react'
import type { DataOf } from '../../services/endpoint.ts'
import type { Changes } from '../../services/feed.ts'
import type { Client } from '../../services/http.ts'
import type { userInfo } from '../../services/user.ts'

/** What every screen behind the login can use: the API client, the user, and the feed of changes. */
export type ConsoleValue = {
  client: Client
  user: DataOf<typeof userInfo>
  changes: Changes
}

export const ConsoleContext = createContext<ConsoleValue | null>(null)

export const useConsole = (): ConsoleValue => {
  const value = useContext(ConsoleContext)
  if (!value) throw new Error('useConsole outside the console')
  return value
}
