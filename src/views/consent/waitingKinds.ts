import { consentsOf } from '../../machines/consent.ts'
import { lifecycles } from '../../machines/lifecycles.ts'

const charts = lifecycles.filter(({ machine }) => consentsOf(machine).length > 0)

/** The kinds of record that may wait for a second person. */
export const waitingKinds: readonly string[] = charts.map(({ name }) => name)

const answering = new Set(charts.flatMap(({ machine }) => consentsOf(machine).map((consent) => consent.interface)))

/** Whether somebody with these interfaces may ever be the second person. */
export const mayConsent = (interfaces: readonly string[]): boolean => interfaces.some((name) => answering.has(name))
