import { lifecycles } from '../../machines/lifecycles.ts'
import { secondPersonStepsOf } from '../../machines/secondPerson.ts'

const charts = lifecycles.filter(({ machine }) => secondPersonStepsOf(machine).length > 0)

/** The kinds of record that may wait for a second person. */
export const waitingKinds: readonly string[] = charts.map(({ name }) => name)

const answering = new Set(charts.flatMap(({ machine }) => secondPersonStepsOf(machine).map((step) => step.interface)))

/** Whether somebody with these interfaces may ever be the second person. */
export const maySecond = (interfaces: readonly string[]): boolean => interfaces.some((name) => answering.has(name))
