import type { Command } from '../../src/server/store/command.ts'
import type { Store } from '../../src/server/store/store.ts'

/**
 * The change of each command of every test's server before the chart judges it, which the mutants of facts set, and who
 * is told of the commands that were refused.
 */
export const handlers = {
  change: (command: Command): Command => command,
  refused: (_commands: readonly Command[]): void => {},
}

/** Sends the commands of a store through `handlers.change`. */
export const changeable = (store: Store) => {
  const { send, append, appendAll } = store
  const changed = (commands: readonly Command[]) => commands.map((one) => handlers.change(one))
  const noting = async <Answer>(commands: readonly Command[], sent: Promise<Answer>): Promise<Answer> => {
    try {
      return await sent
    } catch (error) {
      handlers.refused(commands)
      throw error
    }
  }
  Object.assign(store, {
    send: (command: Command) => noting([command], send(handlers.change(command))),
    append: (commands: readonly Command[]) => noting(commands, append(changed(commands))),
    appendAll: (commands: readonly Command[]) => noting(commands, appendAll(changed(commands))),
  } satisfies Partial<Store>)
}
