import { Button, DialogBody, DialogFooter, ProgressBar, Spinner } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bulkStatus, cancelBulk, repeatBulk } from '../../services/jobs.ts'
import { FormFoot, useFirstFocus } from '../detail/command/FormFoot.tsx'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { BulkRows } from './BulkRows.tsx'
import { Lost } from './Lost.tsx'
import { Refusal } from './Refusal.tsx'
import { usePolled } from './usePolled.ts'
import { useRequest } from './useRequest.ts'

type BulkResultProps = { id: string; onRepeated: (stream: string) => void; onClose: () => void }

export const isOver = ({ state }: { state: string }) => state === 'done' || state === 'cancelled'

/** A bulk action's progress, then the result of each row. The action continues when the dialog closes. */
export const BulkResult = ({ id, onRepeated, onClose }: BulkResultProps) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { record: status, error, lost, retry, reload } = usePolled(bulkStatus, { id }, isOver)
  const cancel = useRequest(cancelBulk)
  const repeat = useRequest(repeatBulk)
  const [isRepeating, setRepeating] = useState(false)
  if (!status)
    return (
      <DialogBody>{error === undefined ? <Spinner size={20} /> : <Failed error={error} onRetry={retry} />}</DialogBody>
    )

  const { state, rows, done, refused } = status
  const again = async () => {
    const begun = await repeat.send({ id })
    if (begun) onRepeated(begun.stream)
  }
  return (
    <>
      <DialogBody>
        <output>
          {t(`bulk:state.${state}`)}
          {': '}
          {t('bulk:progress', { done: number(done), refused: number(refused), rows: number(rows) })}
        </output>
        <Lost error={lost} />
        {isOver(status) ? (
          <BulkRows id={id} />
        ) : (
          <ProgressBar
            value={rows === 0 ? 0 : (done + refused) / rows}
            intent="primary"
            animate={false}
            aria-label={t(`bulk:state.${state}`)}
          />
        )}
        <Refusal error={cancel.error ?? repeat.error} words="bulk" />
      </DialogBody>
      {isRepeating ? (
        <RepeatForm refused={refused} pending={repeat.pending} onSubmit={again} onCancel={() => setRepeating(false)} />
      ) : (
        <DialogFooter
          actions={
            <>
              {!isOver(status) && (
                <SendButton
                  text={t('bulk:action.bulkCancelled')}
                  loading={cancel.pending}
                  onClick={() => void cancel.send({ id }).then(reload)}
                />
              )}
              {isOver(status) && refused > 0 && <Button text={t('bulk:repeat')} onClick={() => setRepeating(true)} />}
              <Button intent="primary" text={t('common:close')} onClick={onClose} />
            </>
          }
        />
      )}
    </>
  )
}

type RepeatFormProps = { refused: number; pending: boolean; onSubmit: () => Promise<void>; onCancel: () => void }

/** Asks before the command goes to the refused rows, because it may move money. */
const RepeatForm = ({ refused, pending, onSubmit, onCancel }: RepeatFormProps) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const form = useRef<HTMLFormElement>(null)
  useFirstFocus(form)
  return (
    <Form ref={form} onSubmit={() => void (pending || onSubmit())}>
      <DialogBody>
        <p>{t('bulk:sureAgain', { refused: number(refused) })}</p>
      </DialogBody>
      <FormFoot isPlain pending={pending} intent="primary" text={t('bulk:repeat')} onCancel={onCancel} />
    </Form>
  )
}
