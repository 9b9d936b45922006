import { useSelector } from '@xstate/react'
import { useApp } from './app.ts'

/** Whether anything can be sent; while nothing can, what would be sent is kept from being sent. */
export const useOnline = (): boolean => {
  const { connection } = useApp()
  return useSelector(connection, (snapshot) => !snapshot.matches('offline'))
}
