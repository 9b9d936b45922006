/** Throws when this did not happen: the benchmark's figures would mean nothing. */
export const happened = (what: string, didHappen: boolean): void => {
  if (!didHappen) throw new Error(`this benchmark measured nothing: ${what}`)
}

/** Throws when the two sides of a benchmark have different results. */
export const same = (what: string, one: unknown, other: unknown): void => {
  const [left, right] = [JSON.stringify(one), JSON.stringify(other)]
  happened(`${what}: ${left?.slice(0, 300)} is not ${right?.slice(0, 300)}`, left === right)
}
