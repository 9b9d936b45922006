import { stepsOf } from '../../machines/chart.ts'
import { lifecycles } from '../../machines/lifecycles.ts'

const eventsBehind = new Map<string, Set<string>>()
for (const { name, machine } of lifecycles)
  for (const { event, meta } of stepsOf(machine)) {
    if (!meta.interface) continue
    const events = eventsBehind.get(meta.interface) ?? new Set()
    eventsBehind.set(meta.interface, events.add(`${name}:event.${event}`))
  }

/** The locale keys of the events that an interface causes, as its purpose. Empty for one that only reads. */
export const interfaceWords = (id: string): readonly string[] => [...(eventsBehind.get(id) ?? [])]

/** The part before the dot, by which interfaces are grouped. */
export const areaOf = (id: string): string => id.slice(0, id.indexOf('.'))
