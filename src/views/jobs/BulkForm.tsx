import { DialogBody, Spinner } from '@blueprintjs/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { stepsOf } from '../../machines/chart.ts'
import type { BulkFacts } from '../../services/bulkFacts.ts'
import { requestBulk } from '../../services/jobs.ts'
import { FormFoot, useFirstFocus } from '../detail/command/FormFoot.tsx'
import { useAsked } from '../detail/command/useAsked.ts'
import { AskField } from '../detail/form/AskField.tsx'
import { Form } from '../detail/form/Form.tsx'
import { BulkAbout } from './BulkAbout.tsx'
import { draftOfMany, type Many } from './many.ts'
import { Refusal } from './Refusal.tsx'
import { useRequest } from './useRequest.ts'

export type BulkFormProps = { many: Many; onBegun: (stream: string) => void; onCancel: () => void }

const idOfRow = ({ key, version }: { key: string; version: number }) => ({ key, version })

type DecidedFormProps = BulkFormProps & {
  /** Undefined until the server has counted the rows, or when they are too many. */
  facts: BulkFacts | undefined
  isCounting?: boolean
  /** Why nothing can be sent now, in words. */
  barred?: string | undefined
  /** The error of the server's count. */
  failure?: unknown
}

/** The form of an event's fields, filled in once for all rows, or a confirmation if it has none. */
export const BulkForm = ({ many, facts, isCounting, barred, failure, onBegun, onCancel }: DecidedFormProps) => {
  const { t } = useTranslation()
  const { event, process, list, filter, rows, decided } = many
  const { asks = [], tone } = stepsOf(process.machine).find((step) => step.event === event)?.meta ?? {}
  const { send, pending, error } = useRequest(requestBulk)
  const { fields, attempt } = useAsked({ name: draftOfMany(many), asks, of: many, event, error })
  const form = useRef<HTMLFormElement>(null)
  useFirstFocus(form)

  const submit = async () => {
    const input = attempt()
    if (pending || !input) return
    const begun = await send({ list, filter, ...(rows && { rows: rows.map(idOfRow) }), command: event, said: input })
    if (begun) onBegun(begun.stream)
  }
  return (
    <Form ref={form} onSubmit={() => void submit()}>
      <DialogBody>
        <p>{t('bulk:sure')}</p>
        {facts && <BulkAbout decided={decided} facts={facts} />}
        {isCounting && <Spinner size={20} />}
        {fields.map(({ ask, ...its }) => (
          <AskField key={ask} label={t(`${process.words}:ask.${ask}`)} {...its} disabled={pending} />
        ))}
        <Refusal error={error ?? failure} words="bulk" />
      </DialogBody>
      <FormFoot
        isPlain={asks.length === 0}
        pending={pending}
        onCancel={onCancel}
        intent={tone ?? 'primary'}
        text={t(`${process.words}:action.${event}`)}
        reason={barred}
      />
    </Form>
  )
}
