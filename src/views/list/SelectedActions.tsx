import { useTranslation } from 'react-i18next'
import type { Filter } from '../../machines/list.ts'
import type { Subject } from '../detail/subject.ts'
import { BulkActions } from '../jobs/BulkActions.tsx'
import type { Many } from '../jobs/many.ts'
import { useConsole } from '../shared/console.ts'
import { offeredToAll } from './bulk.ts'
import type { Selection } from './selection.ts'

type SelectedActionsProps = {
  selection: Selection
  /** The rows that are selected, or of all those of this page, as they were last seen. */
  subjects: readonly Subject[]
  ticked: NonNullable<Many['rows']>
  /** What can be done to many at once. */
  events: readonly string[]
  /** The id of the list's endpoint. */
  list: string
  filter: Filter
  /** How many rows match. */
  count: number
  onDone: () => void
}

/** What can be done to every row that is selected. Of rows that nobody has seen the server knows what they offer. */
export const SelectedActions = ({ selection, subjects, ticked, events, count, ...asked }: SelectedActionsProps) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const [first] = subjects
  if (!first) return null
  const { all } = selection
  const { commands } = first.process
  const permitted = events.filter((event) => user.interfaces.includes(commands[event]!.interface))
  const actor = { id: user.id, may: (name: string) => user.interfaces.includes(name) }
  const offered = all ? permitted : offeredToAll(subjects, permitted, actor)
  return (
    <>
      {permitted.length > 0 && offered.length === 0 && <span>{t('list:nothingInCommon')}</span>}
      {/* Also then: the dialog of one that was begun is in it, and the rows change under it. */}
      <BulkActions
        {...asked}
        {...(all ? { count } : { rows: ticked, count: ticked.length })}
        events={offered}
        process={first.process}
        field={first.field}
      />
    </>
  )
}
