import type { Command } from '../../src/server/store/command.ts'
import type { Store } from '../../src/server/store/store.ts'

/** The change of each command of every test's server before the chart judges it; the mutants of facts set it. */
export const handlers = { change: (command: Command): Command => command }

/** Sends the commands of a store through `handlers.change`. */
export const changeable = (store: Store) => {
  const { send, append, appendAll } = store
  const changed = (commands: readonly Command[]) => commands.map((one) => handlers.change(one))
  Object.assign(store, {
    send: (command: Command) => send(handlers.change(command)),
    append: (commands: readonly Command[]) => append(changed(commands)),
    appendAll: (commands: readonly Command[]) => appendAll(changed(commands)),
  } satisfies Partial<Store>)
}
