import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stepsOf } from '../../machines/chart.ts'
import { requestBulk } from '../../services/jobs.ts'
import { AskField } from '../detail/AskField.tsx'
import { initialOf, problemOf, saidBy } from '../detail/fields.ts'
import { useOnline } from '../shared/online.ts'
import { issuesOf } from '../shared/refusal.ts'
import type { Many } from './BulkDialog.tsx'
import { Refusal } from './Refusal.tsx'
import { useRequest } from './useRequest.ts'

type BulkFormProps = { many: Many; onBegun: (stream: string) => void; onCancel: () => void }

/** What the chart asks for with an event, once for all rows. */
export const BulkForm = ({ many, onBegun, onCancel }: BulkFormProps) => {
  const { t } = useTranslation()
  const online = useOnline()
  const { event, process, field, list, filter, keys } = many
  const [fields] = useState(() => {
    const asks = stepsOf(process.machine).find((step) => step.event === event)?.meta.asks ?? []
    return Object.fromEntries(asks.map((ask) => [ask, field(event, ask)] as const))
  })
  const [typed, setTyped] = useState(() =>
    Object.fromEntries(Object.entries(fields).map(([ask, its]) => [ask, initialOf(its)] as const)),
  )
  const [tried, setTried] = useState(false)
  const { send, pending, error } = useRequest(requestBulk)

  const problem = (ask: string) => problemOf(fields[ask]!, typed[ask] ?? '')
  const errorOf = (ask: string) => {
    const why = tried ? problem(ask) : undefined
    return why ? t(why) : issuesOf(error).find((issue) => issue.field === ask)?.message
  }
  const onSubmit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    setTried(true)
    if (pending || Object.keys(fields).some(problem)) return
    const said = saidBy(fields, typed)
    const begun = await send({ list, filter, ...(keys && { keys: [...keys] }), command: event, said })
    if (begun) onBegun(begun.stream)
  }
  return (
    <form onSubmit={(submitted) => void onSubmit(submitted)} noValidate>
      <DialogBody>
        <p>{t('bulk:sure')}</p>
        {Object.entries(fields).map(([ask, its]) => (
          <AskField
            key={ask}
            label={t(`${process.words}:ask.${ask}`)}
            field={its}
            typed={typed[ask] ?? ''}
            error={errorOf(ask)}
            disabled={pending}
            onTyped={(value) => setTyped({ ...typed, [ask]: value })}
          />
        ))}
        <Refusal error={error} words="bulk" />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} disabled={pending} onClick={onCancel} />
            <Button
              type="submit"
              intent="primary"
              text={t(`${process.words}:action.${event}`)}
              loading={pending}
              disabled={!online}
            />
          </>
        }
      />
    </form>
  )
}
