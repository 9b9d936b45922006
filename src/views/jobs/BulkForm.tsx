import { Button, Classes, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { stepsOf } from '../../machines/chart.ts'
import { requestBulk } from '../../services/jobs.ts'
import { useAsked } from '../detail/command/useAsked.ts'
import { AskField } from '../detail/form/AskField.tsx'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { draftOfMany, type Many } from './many.ts'
import { Refusal } from './Refusal.tsx'
import { useRequest } from './useRequest.ts'

type BulkFormProps = { many: Many; onBegun: (stream: string) => void; onCancel: () => void }

/** The form of an event's fields, filled in once for all rows. */
export const BulkForm = ({ many, onBegun, onCancel }: BulkFormProps) => {
  const { t } = useTranslation()
  const { event, process, list, filter, rows } = many
  const { send, pending, error } = useRequest(requestBulk)
  const { fields, attempt } = useAsked({
    name: draftOfMany(many),
    asks: stepsOf(process.machine).find((step) => step.event === event)?.meta.asks ?? [],
    of: many,
    event,
    error,
  })

  const submit = async () => {
    const input = attempt()
    if (pending || !input) return
    const begun = await send({ list, filter, ...(rows && { rows: [...rows] }), command: event, said: input })
    if (begun) onBegun(begun.stream)
  }
  return (
    <Form onSubmit={() => void submit()}>
      <DialogBody>
        <p>{t('bulk:sure')}</p>
        {fields.map(({ ask, ...its }) => (
          <AskField key={ask} label={t(`${process.words}:ask.${ask}`)} {...its} disabled={pending} />
        ))}
        <Refusal error={error} words="bulk" />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} disabled={pending} onClick={onCancel} />
            <SendButton type="submit" intent="primary" text={t(`${process.words}:action.${event}`)} loading={pending} />
          </>
        }
      >
        <span className={Classes.TEXT_MUTED}>{t('detail:submitKeys')}</span>
      </DialogFooter>
    </Form>
  )
}
