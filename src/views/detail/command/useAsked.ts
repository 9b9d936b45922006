import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { businessDay } from '../../../machines/calendar.ts'
import type { FormValues } from '../../../machines/command.ts'
import { useDraft } from '../../shared/draft.ts'
import { issuesOf } from '../../shared/refusal.ts'
import type { Field } from '../form/field.ts'
import { fieldBy, initialOf, problemOf, bodyOf, schemaIn, type Typed } from '../form/fields.ts'
import type { Subject } from './subject.ts'

type Asked = {
  /** The draft's key, under which the input is kept. */
  name: string
  asks: readonly string[]
  of: Pick<Subject, 'process' | 'field' | 'at'>
  event: string
  /** The refusal of the last try. */
  error: unknown
}

/** A form's fields, input and errors. Errors show after the first attempt. */
export const useAsked = ({ name, asks, of: { process, field: own, at }, event, error }: Asked) => {
  const { t } = useTranslation()
  const schemaOf = (ask: string) => schemaIn(process.commands[event]!, ask)
  const fieldOf = (ask: string) => {
    const found = own?.(event, ask)
    return found === undefined ? fieldBy(schemaOf(ask), `${process.words}:${ask}`) : found
  }
  const day = at === undefined ? undefined : businessDay(at)
  const asked = () => {
    const found = asks.map((ask) => [ask, fieldOf(ask)] as const)
    return { day, fields: Object.fromEntries(found.filter((one): one is [string, Field] => one[1] !== null)) }
  }
  // The fields stay as they were when the form opened: later changes of the record may be the form's own effect. A new
  // business day renews them.
  const [known, setKnown] = useState(asked)
  if (known.day !== day) setKnown(asked())
  const { fields } = known
  const { value, type } = useDraft<Readonly<Record<string, Typed>>>(name, () =>
    Object.fromEntries(Object.entries(fields).map(([ask, field]) => [ask, initialOf(field)] as const)),
  )
  const [attempts, setAttempts] = useState(0)
  const problemIn = (ask: string) => problemOf(fields[ask]!, value[ask] ?? '', schemaOf(ask))

  return {
    attempts,
    fields: Object.entries(fields).map(([ask, field]) => {
      const problem = attempts > 0 ? problemIn(ask) : undefined
      return {
        ask,
        field,
        typed: value[ask] ?? '',
        error: problem ? t(problem) : issuesOf(error).find((issue) => issue.field === ask)?.message,
        onTyped: (typed: Typed) => type({ ...value, [ask]: typed }),
      }
    }),
    /** The validated input; undefined while a field has an error. */
    attempt: (): FormValues | undefined => {
      setAttempts(attempts + 1)
      return Object.keys(fields).some(problemIn) ? undefined : bodyOf(fields, value)
    },
  }
}
