import type { AnyStateMachine } from 'xstate'
import { blank, follow, type State } from '../../machines/kernel.ts'
import type * as account from '../../services/account.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'
import { recordOf } from '../store/events.ts'

type Step = (typeof account.step)['_zod']['output']

/** What of an event says what was given, whatever came of it, is said by the differences. */
const unsaid = new Set(['beyondOwn', 'self', 'taken', 'roles', 'menus', 'interfaces'])

/** Everything that happened to a role or an account, each step with what it granted and took of what `heldIn` finds in a state. */
export const stepsOf = async <Context>(
  { db, store }: Pick<Server, 'db' | 'store'>,
  machine: AnyStateMachine,
  stream: string,
  heldIn: (context: Context) => readonly string[],
): Promise<Step[]> => {
  const events = await store.history(stream)
  const names = await staffNames(
    db,
    events.map(({ actor }) => actor),
  )
  let state: State = blank(machine)
  return events.map((event) => {
    const record = recordOf(event)
    const { type, by, at, ...said } = record.fact
    const before = heldIn(state.context as Context)
    state = follow(machine, state, record)
    const after = heldIn(state.context as Context)
    return {
      version: event.version,
      type,
      by,
      byName: names.get(by) ?? by,
      at,
      details: {
        ...Object.fromEntries(Object.entries(said).filter(([name]) => !unsaid.has(name))),
        granted: after.filter((one) => !before.includes(one)),
        taken: before.filter((one) => !after.includes(one)),
      },
    }
  })
}
