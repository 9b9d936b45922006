import { Dialog } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filter } from '../../machines/list.ts'
import type { Field, Process } from '../detail/subject.ts'
import { useFormat } from '../shared/format.ts'
import { BulkForm } from './BulkForm.tsx'
import { BulkResult } from './BulkResult.tsx'
import './jobs.css'

/** A command for many rows of a list; without `keys` it is for all that the filter finds. */
export type Many = {
  /** The chart's event. */
  event: string
  process: Process
  field: (event: string, ask: string) => Field
  /** The id of the list's endpoint. */
  list: string
  filter: Filter
  keys?: readonly string[]
  count: number
}

/** Asks what the command asks, begins, and then shows what becomes of each row. */
export const BulkDialog = ({ many, onClose }: { many: Many; onClose: () => void }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [id, setId] = useState<string>()
  const what = t(`${many.process.words}:action.${many.event}`)
  const began = (stream: string) => setId(stream.slice('bulk/'.length))
  return (
    <Dialog
      isOpen
      title={t('bulk:heading', { what, shown: number(many.count) })}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      transitionDuration={100}
      onClose={onClose}
      className="bulk-dialog"
    >
      {id === undefined ? (
        <BulkForm many={many} onBegun={began} onCancel={onClose} />
      ) : (
        <BulkResult key={id} id={id} onRepeated={began} onClose={onClose} />
      )}
    </Dialog>
  )
}
