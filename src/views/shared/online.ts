import { useSelector } from '@xstate/react'
import { useApp } from './app.ts'

/** Whether the server is reachable. While it is not, commands are disabled. */
export const useOnline = (): boolean => {
  const { connection } = useApp()
  return useSelector(connection, (snapshot) => !snapshot.matches('offline'))
}
