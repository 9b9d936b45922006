import { kindOf, lifecycles, machineOf } from '../../machines/lifecycles.ts'
import { askedIn, secondPersonStepsOf } from '../../machines/secondPerson.ts'
import type { Subject } from '../process.ts'
import type { OfEvery } from '../store/projection.ts'

type Row = {
  stream: string
  step: string
  kind: string
  place: string
  barred: string[]
  order_no: string | null
  amount: number | null
  /** A JSON list; null where apps do not matter. */
  apps: readonly string[] | null
}

/** Stands for all apps in a row: whoever sees only some of them does not see the row. */
const everyApp = ['*']

const unnamed: Subject = () => ({})

/**
 * The steps that wait for a second person, of every chart that has any: a row for each step, since one person may be
 * barred from one of them alone.
 */
export const secondPersonProjection = (subjects: Readonly<Record<string, Subject>>): OfEvery => ({
  table: 'consent',
  key: 'stream',
  part: 'step',
  kinds: lifecycles.flatMap(({ name, machine }) => (secondPersonStepsOf(machine).length > 0 ? [name] : [])),
  rows: (stream, state): Row[] => {
    const kind = kindOf(stream)
    const subjectOf = subjects[kind] ?? unnamed
    return askedIn(machineOf(stream), state).map(({ place, event, barred }) => {
      const { orderNo = null, amount = null, apps } = subjectOf(state.context as never, place)
      return {
        stream,
        step: event,
        kind,
        place,
        barred,
        order_no: orderNo,
        amount,
        apps: apps === undefined ? null : (apps ?? everyApp),
      }
    })
  },
})
