import type { Difference, Entry } from '../../services/audit.ts'
import type { Format } from '../shared/format.ts'

type Value = Difference['before'][number]
type Names = Entry['names']

const isPlace = (part: string) => /^\d+$/.test(part)

/** What a part of a record is called, from the outside in; what has no word is called as the program calls it. */
export const labelOf = (path: readonly string[], kind: string, t: Format['t']): string =>
  path
    .map((part) =>
      isPlace(part)
        ? `#${Number(part) + 1}`
        : t([`audit:field.${part}`, `${kind}:ask.${part}`], { defaultValue: part }),
    )
    .join(' › ')

// After the year 2001, and before anybody's amount of rupiah.
const isInstant = (value: number) => value > 1e12 && value < 1e13

/** A value in words: people, roles and menus by their names, instants in Jakarta. */
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
