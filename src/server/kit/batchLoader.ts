import { setImmediate } from 'node:timers/promises'

/** A look-up of one key, made with all others that came while the last one was under way: one query, and never an older answer. */
export const batchLoader = <Key, Row>(
  load: (keys: readonly Key[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
) => {
  let waiting = new Map<Key, PromiseWithResolvers<Row | undefined>>()
  let loading = false

  const run = async () => {
    loading = true
    while (waiting.size > 0) {
      // Embedded, a query lets nothing else happen: whatever has arrived comes first, so that it comes along.
      await setImmediate()
      const asked = waiting
      waiting = new Map()
      try {
        const rows = await load([...asked.keys()])
        const found = new Map(rows.map((row) => [keyOf(row), row]))
        for (const [key, { resolve }] of asked) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of asked.values()) reject(error)
      }
    }
    loading = false
  }

  return (key: Key): Promise<Row | undefined> => {
    let one = waiting.get(key)
    if (!one) waiting.set(key, (one = Promise.withResolvers<Row | undefined>()))
    if (!loading) void run()
    return one.promise
  }
}
