import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { Visitor } from '../../machines/visitor.ts'
import type { visitorStates } from '../../services/visitor.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<Visitor>) => {
  // A visit may be told after a later one.
  const days = context.days.toSorted()
  return {
    id: idOf(stream),
    version,
    state: stateName(value) as (typeof visitorStates)[number],
    app: context.app,
    channel: context.channel,
    first_day: days[0]!,
    last_day: days.at(-1)!,
    days: days.length,
    registered_on: context.registeredOn,
  }
}

declare module '../db/tables.ts' {
  interface Tables {
    visitor: ReturnType<typeof row>
  }
}

const registrations = (stream: string, { context: { people, registeredDays } }: State<Visitor>) =>
  people.map((person, nth) => ({ visitor: idOf(stream), person, day: registeredDays[nth]! }))

/** The devices, and who registered on each. */
export const visitorProjections: readonly Projection[] = [
  { table: 'visitor', key: 'id', row },
  { table: 'visitor_registration', key: 'visitor', part: 'person', rows: registrations },
]
