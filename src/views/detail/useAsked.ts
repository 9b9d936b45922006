import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { businessDay } from '../../machines/calendar.ts'
import type { Said } from '../../machines/command.ts'
import { useDraft } from '../shared/draft.ts'
import { issuesOf } from '../shared/refusal.ts'
import { fieldBy, initialOf, problemOf, saidBy, schemaIn, type Typed } from './fields.ts'
import type { Subject } from './subject.ts'

type Asked = {
  /** Whose form it is: what was typed is kept under it. */
  name: string
  asks: readonly string[]
  of: Pick<Subject, 'process' | 'field' | 'at'>
  event: string
  /** Why the last try was refused. */
  error: unknown
}

/** What a form asks for, what was typed, and what is wrong with it: said once somebody tried. */
export const useAsked = ({ name, asks, of: { process, field: own, at }, event, error }: Asked) => {
  const { t } = useTranslation()
  const schemaOf = (ask: string) => schemaIn(process.commands[event]!, ask)
  const fieldOf = (ask: string) => own?.(event, ask) ?? fieldBy(schemaOf(ask), `${process.words}:${ask}`)
  const day = at === undefined ? undefined : businessDay(at)
  const asked = () => ({ day, fields: Object.fromEntries(asks.map((ask) => [ask, fieldOf(ask)] as const)) })
  // As the record was when the form was opened: what became of it since may be the form's own doing. Another day is not.
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
    /** What was said; undefined when something is wrong with it. */
    attempt: (): Said | undefined => {
      setAttempts(attempts + 1)
      return asks.some(problemIn) ? undefined : saidBy(fields, value)
    },
  }
}
