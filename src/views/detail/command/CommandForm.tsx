import { Button, Callout, Checkbox, DialogBody } from '@blueprintjs/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormValues } from '../../../machines/command.ts'
import type { Offer } from '../../../machines/kernel.ts'
import { useFormat } from '../../shared/format.ts'
import { isOfSession, issuesOf } from '../../shared/refusal.ts'
import { AskField } from '../form/AskField.tsx'
import { Form } from '../form/Form.tsx'
import { About } from './About.tsx'
import { draftOf } from './commands.ts'
import { focusFirst, FormFoot, useFirstFocus } from './FormFoot.tsx'
import { staleOf, useRefusal } from './refusal.ts'
import type { Subject } from './subject.ts'
import { useAsked } from './useAsked.ts'

type CommandFormProps = {
  subject: Subject
  /** The offer at the time the form opened. */
  offer: Offer
  /** Why the offer is no longer valid, in words. */
  barred: string | undefined
  online: boolean
  pending: boolean
  /** The command was sent, and its outcome is unknown. */
  unanswered: boolean
  /** The dialog is closing, so further changes are the command's own effect. */
  closing: boolean
  error: unknown
  onSubmit: (input: FormValues) => void
  onCancel: () => void
  onReload: () => void
}

/** A form generated from an event's fields. It keeps its input whatever happens to the record meanwhile. */
export const CommandForm = (props: CommandFormProps) => {
  const { subject, offer, barred, online, pending, unanswered, closing, error, onSubmit, onCancel, onReload } = props
  const format = useFormat()
  const { t } = format
  const { words } = subject.process
  const isPlain = offer.asks.length === 0
  const { fields, attempts, attempt } = useAsked({
    name: draftOf(subject.stream, offer.event),
    asks: offer.asks,
    of: subject,
    event: offer.event,
    error,
  })

  const form = useRef<HTMLFormElement>(null)

  const typed = Object.fromEntries(fields.map((field) => [field.ask, field.typed]))
  const doubt = subject.doubt?.(offer.event, typed)
  // Another input is another doubt, which nobody has answered.
  const [doubted, setDoubted] = useState<string>()
  const [meant, setMeant] = useState<string>()

  const submit = () => {
    if (pending) return
    const input = attempt()
    if (!input) return
    if (doubt === undefined || meant === doubt) onSubmit(input)
    else {
      setDoubted(doubt)
      focusFirst(form.current, '.command-doubt input')
    }
  }

  useFirstFocus(form)
  useEffect(() => focusFirst(form.current, '[aria-invalid=true]'), [attempts, error])
  useEffect(() => focusFirst(form.current, '.command-doubt input'), [doubted])

  return (
    <Form ref={form} onSubmit={submit}>
      <DialogBody>
        <Notices
          {...{ subject, barred, online, unanswered, error, onReload }}
          asked={offer.asks}
          quiet={pending || closing}
        />
        {isPlain && <p>{t('detail:sure', { what: t(`${words}:action.${offer.event}`), name: subject.name })}</p>}
        {subject.about && <About facts={subject.about(offer.event, format)} />}
        {fields.map(({ ask, ...its }) => (
          <AskField key={ask} label={t(`${words}:ask.${ask}`)} {...its} disabled={pending} />
        ))}
        {subject.preview?.(offer.event, typed)}
        {doubt !== undefined && doubted === doubt && (
          <Notice intent="warning">
            <p>{doubt}</p>
            <Checkbox
              className="command-doubt"
              label={t('detail:meant')}
              disabled={pending}
              checked={meant === doubt}
              onChange={({ currentTarget: { checked } }) => setMeant(checked ? doubt : undefined)}
            />
          </Notice>
        )}
      </DialogBody>
      <FormFoot
        isPlain={isPlain}
        pending={pending}
        onCancel={onCancel}
        intent={offer.tone ?? 'primary'}
        text={t(`${words}:action.${offer.event}`)}
        reason={barred}
      />
    </Form>
  )
}

type NoticesProps = Pick<CommandFormProps, 'subject' | 'barred' | 'online' | 'unanswered' | 'error' | 'onReload'> & {
  asked: readonly string[]
  quiet: boolean
}

/** The reason that prevents sending: another person's change, or the server's refusal. */
const Notices = ({ subject, barred, online, unanswered, error, asked, quiet, onReload }: NoticesProps) => {
  const { t } = useTranslation()
  const { step, inWords } = useRefusal(subject.process.words)
  const [openedAt] = useState(subject.state.version)
  if (quiet) return null

  const stale = staleOf(error)
  const isBehind = stale !== undefined && stale.version > subject.state.version
  if (isBehind) {
    return (
      <Notice intent="warning">
        <p>{inWords(error)}</p>
        <Button size="small" text={t('detail:reload')} onClick={onReload} />
      </Notice>
    )
  }

  const hasMoved = !unanswered && (barred !== undefined || subject.state.version !== openedAt)
  const issues = issuesOf(error)
  const isShown =
    !error || stale || isOfSession(error) || (issues.length > 0 && issues.every(({ field }) => asked.includes(field)))
  return (
    <>
      {hasMoved && (
        <Notice intent="warning">
          <p>{subject.last ? step(subject.last) : t('detail:moved')}</p>
          <p>{barred ?? t('detail:lookAgain')}</p>
        </Notice>
      )}
      {!online && <Notice intent="warning">{t('shell:offline.barred')}</Notice>}
      {!isShown && <Notice intent="danger">{inWords(error)}</Notice>}
    </>
  )
}

const Notice = ({ intent, children }: { intent: 'warning' | 'danger'; children: ReactNode }) => (
  <Callout intent={intent} role="alert" compact className="command-notice">
    {children}
  </Callout>
)
