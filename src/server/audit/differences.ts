import { isDeepStrictEqual } from 'node:util'
import type { Difference } from '../../services/audit.ts'

type Scalar = string | number | boolean
type Leaf = { path: string[]; value: Scalar | Scalar[] }

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)

/** Every value in a record with its path; a list of scalars is one value. */
const leavesOf = (value: unknown, path: string[] = []): Leaf[] => {
  if (isScalar(value)) return [{ path, value }]
  if (Array.isArray(value) && value.every(isScalar)) return value.length > 0 ? [{ path, value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...path, name]))
}

const byPath = (leaves: readonly Leaf[]) => new Map(leaves.map((leaf) => [leaf.path.join('\n'), leaf]))
const list = (value: Leaf['value'] | undefined): Scalar[] => (value === undefined ? [] : [value].flat())

/** The differences between two records: for a list its removed and added items, otherwise the old and new value. */
export const differences = (before: unknown, after: unknown): Difference[] => {
  const [earlier, later] = [byPath(leavesOf(before)), byPath(leavesOf(after))]
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key) => {
    const [one, other] = [earlier.get(key), later.get(key)]
    if (isDeepStrictEqual(one?.value, other?.value)) return []
    const isList = Array.isArray(one?.value) || Array.isArray(other?.value)
    const [had, has] = [list(one?.value), list(other?.value)]
    return [
      {
        path: (other ?? one)!.path,
        list: isList,
        before: isList ? had.filter((value) => !has.includes(value)) : had,
        after: isList ? has.filter((value) => !had.includes(value)) : has,
      },
    ]
  })
}
