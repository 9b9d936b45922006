import type { Difference, Entry } from '../../services/audit.ts'
import type { Format } from '../shared/format.ts'

type Value = Difference['before'][number]
type Names = Entry['names']

const isPlace = (part: string) => /^\d+$/.test(part)

/** The label of a path in a record, outermost key first; a key without a translation is shown as it is. */
export const labelOf = (path: readonly string[], kind: string, t: Format['t']): string =>
  path
    .map((part) =>
      isPlace(part)
        ? `#${Number(part) + 1}`
        : t([`audit:field.${part}`, `${kind}:ask.${part}`], { defaultValue: part }),
    )
    .join(' › ')

// Epoch ms after 2001, which is more than any amount of rupiah.
const isInstant = (value: number) => value > 1e12 && value < 1e13

/** Formats a value: people, roles and menus by name, instants in Jakarta time. */
export const valueIn = (
  value: Value,
  path: readonly string[],
  names: Names,
  { t, instant, number }: Format,
): string => {
  const name = path.at(-1)!
  if (typeof value === 'boolean') return t(value ? 'audit:yes' : 'audit:no')
  if (name === 'roles') return names[`role/${value}`] ?? String(value)
  if (name === 'menus') return t(`routes:${value}`, { defaultValue: String(value) })
  if (typeof value === 'number') return isInstant(value) ? instant(value) : number(value)
  return names[value] ?? value
}
