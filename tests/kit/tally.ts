/** Counts what happens; `reached(n)` resolves when it has happened n times. */
export const openTally = () => {
  let count = 0
  const waiting: { n: number; resolve: () => void }[] = []
  return {
    add: () => {
      count += 1
      for (const { n, resolve } of waiting) if (count >= n) resolve()
    },
    reached: (n: number) =>
      new Promise<void>((resolve) => {
        if (count >= n) resolve()
        else waiting.push({ n, resolve })
      }),
  }
}
