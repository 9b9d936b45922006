import { setImmediate } from 'node:timers/promises'

/**
 * Batches look-ups by key: one query loads all keys that came while the previous query ran.
 * A look-up never gets rows that were read before it was made.
 */
export const batchLoader = <Key, Row>(
  load: (keys: readonly Key[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
) => {
  let waiting = new Map<Key, PromiseWithResolvers<Row | undefined>>()
  let loading = false

  const run = async () => {
    loading = true
    while (waiting.size > 0) {
      // An embedded query blocks the event loop: handle requests that have arrived first, so that they join this batch.
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

/** Answers each question with one call of `ask` for all that came at the same time; its answers are in their order. */
export const batched = <Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): ((question: Question) => Promise<Answer>) => {
  const load = batchLoader(
    async (questions: readonly Question[]) => {
      const answers = await ask(questions)
      return questions.map((question, index) => ({ question, answer: answers[index]! }))
    },
    ({ question }) => question,
  )
  return async (question) => (await load(question))!.answer
}
