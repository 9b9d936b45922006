import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SendButton } from '../detail/form/SendButton.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import type { Many } from './many.ts'

type BulkActionsProps = Omit<Many, 'event'> & { events: readonly string[]; onDone: () => void }

/** The commands for all selected rows. */
export const BulkActions = ({ events, onDone, ...many }: BulkActionsProps) => {
  const { t } = useTranslation()
  const [event, setEvent] = useState<string>()
  const { words } = many.process
  const close = () => setEvent(undefined)
  const done = () => {
    close()
    onDone()
  }
  return (
    <>
      {events.map((one) => (
        <SendButton key={one} size="small" text={t(`${words}:action.${one}`)} onClick={() => setEvent(one)} />
      ))}
      {event && <BulkDialog many={{ ...many, event }} onGivenUp={close} onDone={done} />}
    </>
  )
}
