/** Ends a benchmark in which this did not happen: what it would print means nothing. */
export const happened = (what: string, didHappen: boolean): void => {
  if (!didHappen) throw new Error(`this benchmark measured nothing: ${what}`)
}

/** Ends a benchmark whose two sides did not come to the same. */
export const same = (what: string, one: unknown, other: unknown): void => {
  const [said, told] = [JSON.stringify(one), JSON.stringify(other)]
  happened(`${what}: ${said?.slice(0, 300)} is not ${told?.slice(0, 300)}`, said === told)
}
