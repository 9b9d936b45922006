import { Button, DialogBody, DialogFooter, ProgressBar, Spinner } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { bulkStatus, cancelBulk, repeatBulk } from '../../services/jobs.ts'
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
            {isOver(status) && refused > 0 && (
              <SendButton text={t('bulk:repeat')} loading={repeat.pending} onClick={() => void again()} />
            )}
            <Button intent="primary" text={t('common:close')} onClick={onClose} />
          </>
        }
      />
    </>
  )
}
