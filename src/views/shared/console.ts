import { createContext, useContext } from 'react'
import type { Account } from '../../machines/session.ts'
import type { Changes } from '../../services/feed.ts'
import type { Client } from '../../services/http.ts'

/** The context of every screen behind the login: the API client, the user, and the feed of changes. */
export type ConsoleValue = {
  client: Client
  user: Account
  changes: Changes
}

export const ConsoleContext = createContext<ConsoleValue | null>(null)

export const useConsole = (): ConsoleValue => {
  const value = useContext(ConsoleContext)
  if (!value) throw new Error('useConsole outside the console')
  return value
}
