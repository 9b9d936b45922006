import type { AnyStateMachine } from 'xstate'
import { blank, follow, type State } from '../../machines/kernel.ts'
import type * as account from '../../services/account.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'
import { recordOf } from '../store/events.ts'

type Step = (typeof account.step)['_zod']['output']

/** Fields that a step leaves out: the lists of grants, which the differences show, and inputs of guards. */
const hidden = new Set(['beyondOwn', 'self', 'taken', 'roles', 'menus', 'interfaces'])

/** Lists the steps of a role or an account, each with what it granted and took; `heldIn` lists a state's grants. */
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
    const { type, by, at, ...facts } = record.fact
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
        ...Object.fromEntries(Object.entries(facts).filter(([name]) => !hidden.has(name))),
        granted: after.filter((one) => !before.includes(one)),
        taken: before.filter((one) => !after.includes(one)),
      },
    }
  })
}
