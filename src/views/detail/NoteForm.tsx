import { Button } from '@blueprintjs/core'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../shared/online.ts'
import { issuesOf, refusalOf } from '../shared/refusal.ts'
import { LongText } from './LongText.tsx'

type NoteFormProps = {
  most: number
  /** Rejects with why it was not added; the same key for the same note sent again. */
  onAdd: (text: string, key: string) => Promise<unknown>
}

/** A note as it is written. What was typed stays until it is kept. */
export const NoteForm = ({ most, onAdd }: NoteFormProps) => {
  const { t } = useTranslation()
  const online = useOnline()
  const id = useId()
  const [text, setText] = useState('')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  const add = async () => {
    if (isPending || text.trim() === '') return
    setPending(true)
    setProblem(undefined)
    try {
      await onAdd(text, key)
      setText('')
      setKey(crypto.randomUUID())
    } catch (error) {
      const issue = issuesOf(error)[0]?.message
      setProblem(issue ?? refusalOf(error, t('detail:unanswered')) ?? t('detail:unanswered'))
    } finally {
      setPending(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void add()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void add()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form className="note-form" onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate>
      <label htmlFor={id}>{t('detail:newNote')}</label>
      <LongText
        id={id}
        most={most}
        value={text}
        onText={setText}
        disabled={isPending}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}warning`}
      />
      {problem && (
        <p role="alert" className="refusal">
          {problem}
        </p>
      )}
      <footer>
        <small id={`${id}warning`}>{t('detail:noteWarning')}</small>
        <Button
          type="submit"
          size="small"
          text={t('detail:addNote')}
          loading={isPending}
          disabled={text.trim() === '' || !online}
        />
      </footer>
    </form>
  )
}
