import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { useApp } from './app.ts'
import './waitingNote.css'

/** Says that a call is slow, or that the server is silent. An outage has the banner of the console, once it is open. */
export const WaitingNote = () => {
  const { t } = useTranslation()
  const { connection, session } = useApp()
  const isOpen = useSelector(session, (snapshot) => snapshot.matches('active'))
  const words = useSelector(connection, (snapshot) => {
    if (snapshot.matches('offline')) return isOpen ? undefined : 'common:silent'
    if (snapshot.hasTag('silent')) return 'common:silent'
    return snapshot.context.slow > 0 ? 'common:waiting' : undefined
  })
  return (
    <p className="waiting-note" aria-live="polite" hidden={words === undefined}>
      {words && t(words)}
    </p>
  )
}
