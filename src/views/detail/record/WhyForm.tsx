import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Purpose, purposes, type Why, wordsLength } from '../../../services/reveal.ts'
import { isOfSession, issuesOf, refusalOf } from '../../shared/refusal.ts'
import { AskField } from '../form/AskField.tsx'
import { Form } from '../form/Form.tsx'
import { SendButton } from '../form/SendButton.tsx'

type WhyFormProps = {
  /** The button's label. */
  text: string
  /** The consequence, in one sentence. */
  notice: string
  /** Rejects with the server's refusal. A retry of the same reason has the same key. */
  onSay: (why: Why, key: string) => Promise<unknown>
  onCancel: () => void
}

type Problems = Partial<Record<'purpose' | 'words', string>>

const options = purposes.map((value) => ({ value, words: `reveal:purposes.${value}` }))

/** Asks for the purpose of using a customer's data: a listed one, or a free text. */
export const WhyForm = ({ text, notice, onSay, onCancel }: WhyFormProps) => {
  const { t } = useTranslation()
  const [purpose, setPurpose] = useState<Purpose | ''>('')
  const [words, setWords] = useState('')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [isPending, setPending] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const isOwn = purpose === 'other'

  const missing = (): Problems => ({
    ...(purpose === '' && { purpose: t('errors:field.required') }),
    ...(isOwn && words.trim() === '' && { words: t('errors:field.required') }),
  })
  // A retry keeps its key only while the input is unchanged.
  const changed = () => {
    setProblems({})
    setKey(crypto.randomUUID())
  }

  const say = async () => {
    if (isPending) return
    const found = missing()
    setProblems(found)
    if (purpose === '' || Object.keys(found).length > 0) return
    setPending(true)
    try {
      await onSay({ purpose, ...(isOwn && { words }) }, key)
    } catch (error) {
      const issue = issuesOf(error).find(({ field }) => field === 'words')
      if (issue) setProblems({ words: issue.message })
      else if (!isOfSession(error))
        setProblems({ purpose: refusalOf(error, t('detail:unanswered')) ?? t('detail:unanswered') })
      setPending(false)
    }
  }

  return (
    <Form onSubmit={() => void say()}>
      <DialogBody>
        <AskField
          label={t('reveal:purpose')}
          field={{ kind: 'choice', options }}
          typed={purpose}
          error={problems.purpose}
          disabled={isPending}
          onTyped={(typed) => {
            setPurpose(typed as Purpose | '')
            changed()
          }}
        />
        {isOwn && (
          <AskField
            label={t('reveal:words')}
            field={{ kind: 'text', most: wordsLength.most }}
            typed={words}
            error={problems.words}
            disabled={isPending}
            onTyped={(typed) => {
              setWords(String(typed))
              changed()
            }}
          />
        )}
        {isOwn && <p className="quiet">{t('reveal:wordsHint', { least: wordsLength.least })}</p>}
        <p className="quiet">{notice}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} disabled={isPending} onClick={onCancel} />
            <SendButton type="submit" intent="primary" text={text} loading={isPending} />
          </>
        }
      />
    </Form>
  )
}
