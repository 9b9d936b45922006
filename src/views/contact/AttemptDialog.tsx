import { Callout, Classes, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Back } from '../detail/command/Back.tsx'
import { useRefusal } from '../detail/command/refusal.ts'
import { AskField } from '../detail/form/AskField.tsx'
import type { Field } from '../detail/form/field.ts'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { isOfSession } from '../shared/refusal.ts'
import { useClock, useClosedWords, type Verdict } from './verdict.ts'

type Choice = Field & { kind: 'choice' }
type Typed = Readonly<Record<string, string>>

type AttemptDialogProps = {
  title: string
  /** The button that begins the attempt. */
  action: string
  fields: Readonly<Record<string, Choice>>
  zone: Verdict['zone']
  /** Whether an attempt with this input is allowed now; undefined while a choice is missing. */
  verdictOf: (typed: Typed) => Verdict | undefined
  pending: boolean
  error: unknown
  onBegin: (typed: Typed) => void
  onClose: () => void
  children?: ReactNode
}

/** Begins an attempt to reach somebody. It says first whether the attempt is allowed now, and from when. */
export const AttemptDialog = ({ title, ...form }: AttemptDialogProps) => (
  <Dialog
    isOpen
    title={title}
    isCloseButtonShown={false}
    canOutsideClickClose={false}
    canEscapeKeyClose={!form.pending}
    transitionDuration={100}
    onClose={form.onClose}
    className="command-dialog"
  >
    <AttemptForm {...form} />
  </Dialog>
)

const AttemptForm = (props: Omit<AttemptDialogProps, 'title'>) => {
  const { action, fields, zone, verdictOf, pending, error, onBegin, onClose, children } = props
  const { t } = useTranslation()
  const { inWords } = useRefusal('contact')
  const closedWords = useClosedWords()
  // The choices stay as they were when the form opened; the verdict follows the record.
  const [asked] = useState(fields)
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(Object.entries(fields).map(([ask, { initial = '' }]) => [ask, initial])),
  )
  const [isTried, setTried] = useState(false)
  const verdict = verdictOf(typed)
  const closed = verdict && closedWords(verdict)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('select')?.focus(), [])

  const begin = () => {
    setTried(true)
    if (!pending && Object.values(typed).every((value) => value !== '')) onBegin(typed)
  }
  return (
    <Form ref={form} onSubmit={begin}>
      <DialogBody>
        {error !== undefined && !isOfSession(error) && (
          <Callout compact intent="danger" role="alert" className="command-notice">
            {inWords(error)}
          </Callout>
        )}
        {Object.entries(asked).map(([ask, field]) => (
          <AskField
            key={ask}
            label={t(`contact:ask.${ask}`)}
            field={field}
            typed={typed[ask] ?? ''}
            error={isTried && typed[ask] === '' ? t('errors:field.required') : undefined}
            disabled={pending}
            onTyped={(value) => setTyped({ ...typed, [ask]: String(value) })}
          />
        ))}
        {verdict && (
          <output className="contact-verdict">
            <Callout compact intent={closed === undefined ? 'success' : 'warning'}>
              {closed ?? t('contact:screen.allowed')}
            </Callout>
          </output>
        )}
        {zone && <ClockLine zone={zone} />}
        {children}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Back isFirst={false} disabled={pending} onClick={onClose} />
            <SendButton type="submit" intent="primary" text={action} loading={pending} reason={closed} />
          </>
        }
      >
        <span className={Classes.TEXT_MUTED}>{t('detail:submitKeys')}</span>
      </DialogFooter>
    </Form>
  )
}

const ClockLine = ({ zone }: { zone: NonNullable<Verdict['zone']> }) => {
  const clock = useClock(zone)
  return <p className="contact-clock quiet">{clock}</p>
}
