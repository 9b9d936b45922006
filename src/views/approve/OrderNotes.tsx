import { useEffect, useEffectEvent } from 'react'
import { addNote, noteLength, notes as endpoint } from '../../services/approve.ts'
import { NoteForm } from '../detail/NoteForm.tsx'
import { Notes } from '../detail/Notes.tsx'
import { useRecord } from '../detail/useRecord.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'

// A note is no event, so the change feed does not tell of it.
const everyMs = 10_000

type OrderNotesProps = {
  orderNo: string
  /** Only those up to this instant, and none can be added; all of them, with null. */
  until: number | null
}

/** The notes on one order. */
export const OrderNotes = ({ orderNo, until }: OrderNotesProps) => {
  const { client } = useConsole()
  const { record, error, retry, reload } = useRecord(endpoint, { orderNo }, { kind: 'approval', id: orderNo })
  const hasFailed = error !== undefined
  const lookAgain = useEffectEvent(() => document.visibilityState === 'visible' && reload())
  useEffect(() => {
    // Each try that fails would say so again: the next one is asked for by hand.
    if (hasFailed) return
    const timer = setInterval(() => lookAgain(), everyMs)
    return () => clearInterval(timer)
  }, [hasFailed])

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
