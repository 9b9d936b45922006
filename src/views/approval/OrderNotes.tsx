import { addNote, noteLength, notes as endpoint } from '../../services/approval.ts'
import { NoteForm } from '../detail/record/NoteForm.tsx'
import { Notes } from '../detail/record/Notes.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { usePoll, whileVisible } from '../shared/usePoll.ts'

// Notes are not events, so the change feed does not report them.
const everyMs = 10_000

type OrderNotesProps = {
  orderNo: string
  /** Shows only the notes up to this instant, without a form; null shows all. */
  until: number | null
}

export const OrderNotes = ({ orderNo, until }: OrderNotesProps) => {
  const { client } = useConsole()
  const { record, error, retry, reload } = useRecord(endpoint, { orderNo }, { kind: 'approval', id: orderNo })
  const hasFailed = error !== undefined
  // Each failed poll would show the error again, so polling stops until a manual retry.
  usePoll(whileVisible(reload), hasFailed ? undefined : everyMs)

  const add = async (text: string, key: string) => {
    await client.call(addNote, { orderNo, text }, { key })
    reload()
  }
  const notes = record?.notes.filter(({ at }) => until === null || at <= until)
  return (
    <Notes notes={notes}>
      {until === null && <NoteForm draft={`note/${orderNo}`} most={noteLength} onAdd={add} />}
      {hasFailed && <Failed brief error={error} onRetry={retry} />}
    </Notes>
  )
}
