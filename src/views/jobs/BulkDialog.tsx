import { Dialog } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idOf } from '../../machines/kernel.ts'
import { bulkFacts } from '../../services/bulkFacts.ts'
import { previewBulk } from '../../services/jobs.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { dropDraft, isDrafted } from '../shared/draft.ts'
import { useFormat } from '../shared/format.ts'
import { BulkForm, type BulkFormProps } from './BulkForm.tsx'
import { BulkResult } from './BulkResult.tsx'
import { draftOfMany, type Many } from './many.ts'
import '../shared/dialog.css'
import './jobs.css'

type BulkDialogProps = {
  many: Many
  onGivenUp: () => void
  /** The bulk action was started, and its dialog closed. */
  onDone: () => void
}

/** Asks for the command's fields, starts the bulk action, then shows the result of each row. */
export const BulkDialog = ({ many, onGivenUp, onDone }: BulkDialogProps) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [id, setId] = useState<string>()
  const what = t(`${many.process.words}:action.${many.event}`)
  const draft = draftOfMany(many)
  const began = (stream: string) => {
    dropDraft(draft)
    setId(idOf(stream))
  }
  const giveUp = () => {
    dropDraft(draft)
    onGivenUp()
  }
  const escape = () => {
    if (id !== undefined) onDone()
    // Escape must not discard typed input, because the same key also closes other things.
    else if (!isDrafted(draft)) onGivenUp()
  }
  return (
    <Dialog
      isOpen
      title={t('bulk:heading', { what, shown: number(many.count) })}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      transitionDuration={100}
      onClose={escape}
      className="narrow-dialog bulk-dialog"
    >
      {id !== undefined ? (
        <BulkResult key={id} id={id} onRepeated={began} onClose={onDone} />
      ) : many.rows ? (
        <BulkForm
          many={many}
          facts={bulkFacts(
            many.decided,
            many.rows.map(({ cells }) => cells),
          )}
          onBegun={began}
          onCancel={giveUp}
        />
      ) : (
        <MatchingForm many={many} onBegun={began} onCancel={giveUp} />
      )}
    </Dialog>
  )
}

/** The form of a command for all rows that match the filter. The server tells what they are before anything is sent. */
const MatchingForm = (props: BulkFormProps) => {
  const { t } = useTranslation()
  const { list, filter } = props.many
  const { record, error } = useRecord(previewBulk, { list, filter }, { kind: previewBulk.id, id: '' })
  const barred = !record ? t('bulk:counting') : record.facts ? undefined : t('bulk:guard.withinLimit')
  return (
    <BulkForm
      {...props}
      facts={record?.facts ?? undefined}
      isCounting={!record && error === undefined}
      barred={barred}
      failure={error}
    />
  )
}
