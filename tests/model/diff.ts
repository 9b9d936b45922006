import type { Shown } from './walk.ts'

type Difference = { at: string; expected: string; seen: string }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The differences of two values by path, so that a report of a long state shows only what is wrong. */
export const diffOf = ({ expected, seen }: Shown, at = ''): Difference[] => {
  if (!isObject(expected) || !isObject(seen)) {
    const [wanted, got] = [JSON.stringify(expected) ?? 'nothing', JSON.stringify(seen) ?? 'nothing']
    return wanted === got ? [] : [{ at, expected: wanted, seen: got }]
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(seen)])
  return [...keys].flatMap((key) =>
    diffOf({ expected: expected[key], seen: seen[key] }, at === '' ? key : `${at}.${key}`),
  )
}
