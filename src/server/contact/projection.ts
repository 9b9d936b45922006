import type { Contact } from '../../machines/contact.facts.ts'
import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { contactStates } from '../../services/contact.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<Contact>) => ({
  id: idOf(stream),
  version,
  state: stateName(value) as (typeof contactStates)[number],
  last_at: context.lastAt,
  attempts: context.attempts,
  hours: context.hours,
  consents: context.consents,
  relatives: context.relatives,
  barred: context.barred,
  lift: context.lift,
  covered: context.covered,
})

declare module '../db/tables.ts' {
  interface Tables {
    contact: ReturnType<typeof row>
  }
}

export const contactProjection = { table: 'contact', key: 'id', row } satisfies Projection
