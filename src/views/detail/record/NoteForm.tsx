import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../shared/draft.ts'
import { isOfSession, issuesOf, refusalOf } from '../../shared/refusal.ts'
import { Form } from '../form/Form.tsx'
import { LongText } from '../form/LongText.tsx'
import { SendButton } from '../form/SendButton.tsx'

type NoteFormProps = {
  /** The draft's key. */
  draft: string
  most: number
  /** Rejects with the server's refusal. A retry of the same note has the same key. */
  onAdd: (text: string, key: string) => Promise<unknown>
}

/** The form of a new note. The draft stays until the server has stored the note. */
export const NoteForm = ({ draft, most, onAdd }: NoteFormProps) => {
  const { t } = useTranslation()
  const id = useId()
  const { value, type, drop } = useDraft(draft, () => ({ text: '', key: crypto.randomUUID() }))
  const { text, key } = value
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  const add = async () => {
    if (isPending || text.trim() === '') return
    setPending(true)
    setProblem(undefined)
    try {
      await onAdd(text, key)
      drop()
    } catch (error) {
      const issue = issuesOf(error)[0]?.message
      if (!isOfSession(error)) setProblem(issue ?? refusalOf(error, t('detail:unanswered')) ?? t('detail:unanswered'))
    } finally {
      setPending(false)
    }
  }

  return (
    <Form className="note-form" onSubmit={() => void add()}>
      <label htmlFor={id}>{t('detail:newNote')}</label>
      <LongText
        id={id}
        most={most}
        value={text}
        onText={(typed) => type({ ...value, text: typed })}
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
        <SendButton
          type="submit"
          size="small"
          text={t('detail:addNote')}
          loading={isPending}
          disabled={text.trim() === ''}
        />
      </footer>
    </Form>
  )
}
