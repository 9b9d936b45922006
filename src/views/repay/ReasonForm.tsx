import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonLength } from '../../services/repay.ts'
import { AskField } from '../detail/AskField.tsx'
import { Form } from '../detail/Form.tsx'
import { useOnline } from '../shared/online.ts'
import { isOfSession, refusalOf } from '../shared/refusal.ts'

type ReasonFormProps = {
  /** Rejects with why it was refused; the same key for the same reason sent again. */
  onSay: (reason: string, key: string) => Promise<void>
  onCancel: () => void
}

/** Asks what a customer's name is needed for. */
export const ReasonForm = ({ onSay, onCancel }: ReasonFormProps) => {
  const { t } = useTranslation()
  const online = useOnline()
  const [reason, setReason] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  const say = async () => {
    if (isPending || !online) return
    if (reason.trim() === '') return setProblem(t('errors:field.required'))
    setPending(true)
    try {
      await onSay(reason, key)
    } catch (error) {
      if (!isOfSession(error)) setProblem(refusalOf(error, t('detail:unanswered')) ?? t('detail:unanswered'))
      setPending(false)
    }
  }

  return (
    <Form onSubmit={() => void say()}>
      <DialogBody>
        <AskField
          label={t('ledger:nameFor')}
          field={{ kind: 'text', most: reasonLength, required: true }}
          typed={reason}
          error={problem}
          disabled={isPending}
          onTyped={(typed) => setReason(String(typed))}
        />
        <p className="quiet">{t('ledger:nameKept')}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} disabled={isPending} onClick={onCancel} />
            <Button type="submit" intent="primary" text={t('ledger:showName')} loading={isPending} disabled={!online} />
          </>
        }
      />
    </Form>
  )
}
