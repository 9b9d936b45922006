import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat, useNow } from '../../shared/format.ts'
import { whoDid } from '../../shared/who.ts'
import { Facts } from './Facts.tsx'
import './notes.css'

/** `text` is null after the customer's erasure. */
export type Note = { id: string; at: number; by: string; byName: string; text: string | null }

type NotesProps = {
  /** Newest first; undefined while they load. */
  notes: readonly Note[] | undefined
  /** The form of a new note, above the list. */
  children: ReactNode
}

/** The staff's notes on a record. */
export const Notes = ({ notes, children }: NotesProps) => {
  const { t } = useTranslation()
  return (
    <Facts title="detail:notes">
      {children}
      {notes?.length === 0 && <p className="quiet">{t('detail:noNotes')}</p>}
      {notes?.map((note) => (
        <NoteText key={note.id} note={note} />
      ))}
    </Facts>
  )
}

const NoteText = ({ note }: { note: Note }) => {
  const { t } = useTranslation()
  const { instant, ago } = useFormat()
  const now = useNow()
  return (
    <article className="note">
      <p className="note-text">{note.text ?? <em>{t('detail:erased')}</em>}</p>
      <p className="quiet">
        {whoDid(t, note)}
        {' · '}
        <time dateTime={new Date(note.at).toISOString()}>{instant(note.at)}</time>
        <span className="screen-only"> ({ago(note.at, now)})</span>
      </p>
    </article>
  )
}
