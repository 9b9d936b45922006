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

/** The selected rows as the subjects of one chart's commands. */
export type Part = {
  events: readonly string[]
  /** The rows as last seen; when all are selected, those of this page. */
  subjects: readonly Subject[]
  ticked: NonNullable<Many['rows']>
}

type SelectedActionsProps = {
  selection: Selection
  parts: readonly Part[]
  decided: Many['decided']
  /** The id of the list's endpoint. */
  list: string
  filter: Filter
  /** The number of matching rows. */
  count: number
  onDone: () => void
}

/** The bulk commands for the selected rows. For rows on unseen pages the server checks what each offers. */
export const SelectedActions = ({ selection, parts, decided, count, ...asked }: SelectedActionsProps) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const { all } = selection
  const may = (name: string) => user.interfaces.includes(name)
  const offers = parts.flatMap(({ events, subjects, ticked }) => {
    const [first] = subjects
    if (!first) return []
    const { process, field } = first
    const permitted = events.filter((event) => may(process.commands[event]!.interface))
    const offered = all ? permitted : offeredToAll(subjects, permitted, { id: user.id, may })
    return [{ process, field, ticked, permitted, offered }]
  })
  const isNothingInCommon =
    offers.some(({ permitted }) => permitted.length > 0) && offers.every(({ offered }) => offered.length === 0)
  return (
    <>
      {isNothingInCommon && <span>{t('list:nothingInCommon')}</span>}
      {/* Rendered even without offers: it holds the dialog of a begun command, and live rows may change beneath it. */}
      {offers.map(({ process, field, ticked, offered }) => (
        <BulkActions
          key={process.words}
          {...asked}
          {...(all ? { count } : { rows: ticked, count: ticked.length })}
          events={offered}
          decided={decided}
          process={process}
          field={field}
        />
      ))}
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
