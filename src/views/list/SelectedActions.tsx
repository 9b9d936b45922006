import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filter } from '../../machines/list.ts'
import type { Subject } from '../detail/command/subject.ts'
import { SendButton } from '../detail/form/SendButton.tsx'
import { BulkDialog } from '../jobs/BulkDialog.tsx'
import type { Many } from '../jobs/many.ts'
import { useConsole } from '../shared/console.ts'
import { offeredToAll } from './bulk.ts'
import type { Selection } from './selection.ts'

type SelectedActionsProps = {
  selection: Selection
  /** The selected rows as last seen; when all are selected, those of this page. */
  subjects: readonly Subject[]
  ticked: NonNullable<Many['rows']>
  bulk: { events: readonly string[]; decided: Many['decided'] } | undefined
  /** The id of the list's endpoint. */
  list: string
  filter: Filter
  /** The number of matching rows. */
  count: number
  onDone: () => void
}

/** The bulk commands for the selected rows. For rows on unseen pages the server checks what each offers. */
export const SelectedActions = ({ selection, subjects, ticked, bulk, count, ...asked }: SelectedActionsProps) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const [first] = subjects
  if (!first || !bulk) return null
  const { all } = selection
  const { commands } = first.process
  const permitted = bulk.events.filter((event) => user.interfaces.includes(commands[event]!.interface))
  const actor = { id: user.id, may: (name: string) => user.interfaces.includes(name) }
  const offered = all ? permitted : offeredToAll(subjects, permitted, actor)
  return (
    <>
      {permitted.length > 0 && offered.length === 0 && <span>{t('list:nothingInCommon')}</span>}
      {/* Rendered even without offers: it holds the dialog of a begun command, and live rows may change beneath it. */}
      <BulkActions
        {...asked}
        {...(all ? { count } : { rows: ticked, count: ticked.length })}
        events={offered}
        decided={bulk.decided}
        process={first.process}
        field={first.field}
      />
    </>
  )
}

type BulkActionsProps = Omit<Many, 'event'> & { events: readonly string[]; onDone: () => void }

/** The commands for all selected rows. */
const BulkActions = ({ events, onDone, ...many }: BulkActionsProps) => {
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
