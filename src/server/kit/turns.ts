type Waiting = { who: string; begin: () => void }

/** A fair queue: runs one piece of work at a time. Next is the caller whose last turn is the longest ago. */
export const createTurns = () => {
  let waiting: Waiting[] = []
  let isBusy = false
  let turns = 0
  // Kept while anybody waits. Otherwise a caller who queues one piece after the other would count as new each time.
  const lastTurn = new Map<string, number>()
  const lastOf = (who: string) => lastTurn.get(who) ?? 0

  const next = () => {
    const [first] = waiting.toSorted((one, other) => lastOf(one.who) - lastOf(other.who))
    isBusy = first !== undefined
    if (!first) return lastTurn.clear()
    waiting = waiting.filter((one) => one !== first)
    lastTurn.set(first.who, ++turns)
    first.begin()
  }

  return async <Done>(who: string, work: () => Promise<Done>): Promise<Done> => {
    const turn = Promise.withResolvers<void>()
    waiting.push({ who, begin: turn.resolve })
    if (!isBusy) next()
    await turn.promise
    try {
      return await work()
    } finally {
      next()
    }
  }
}
