import { stepsOf } from '../../src/machines/chart.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import type { Model } from './model.ts'

/** The input of an event's form, as the event has it. */
export const formInput = ({ machine }: Pick<Model, 'machine'>, fact: Fact): Record<string, unknown> => {
  const asks = stepsOf(machine).find(({ event }) => event === fact.type)?.meta.asks ?? []
  const entries = Object.entries(fact).filter(([name, value]) => asks.includes(name) && value !== null)
  return Object.fromEntries(entries)
}
