import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../shared/online.ts'
import { BulkDialog } from './BulkDialog.tsx'
import type { Many } from './many.ts'

type BulkActionsProps = Omit<Many, 'event'> & { events: readonly string[]; onDone: () => void }

/** What may be done to all the rows that are selected. */
export const BulkActions = ({ events, onDone, ...many }: BulkActionsProps) => {
  const { t } = useTranslation()
  const online = useOnline()
  const [event, setEvent] = useState<string>()
  const { words } = many.process
  const close = () => {
    setEvent(undefined)
    onDone()
  }
  return (
    <>
      {events.map((one) => (
        <Button
          key={one}
          size="small"
          text={t(`${words}:action.${one}`)}
          disabled={!online}
          onClick={() => setEvent(one)}
        />
      ))}
      {event && <BulkDialog many={{ ...many, event }} onClose={close} />}
    </>
  )
}
