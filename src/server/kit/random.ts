/** A seeded random source: the same numbers on every machine, and not fit for secrets. */
export type Random = {
  /** 0 ≤ n < 1 */
  next(): number
  /** min ≤ n ≤ max, whole */
  int(min: number, max: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** Takes [value, weight] pairs; the weights may have any sum. */
  weighted<T>(list: readonly (readonly [T, number])[]): T
  normal(mean: number, deviation: number): number
  /** An independent source for one part, so that one more draw there does not change the other parts. */
  fork(label: string): Random
}

// xmur3: turns a string into any number of 32-bit seeds.
function seeds(text: string): () => number {
  let h = 1_779_033_703 ^ text.length
  for (let i = 0; i < text.length; i += 1) {
    h = Math.imul(h ^ text.charCodeAt(i), 3_432_918_353)
    h = (h << 13) | (h >>> 19)
  }
  return () => {
    h = Math.imul(h ^ (h >>> 16), 2_246_822_507)
    h = Math.imul(h ^ (h >>> 13), 3_266_489_909)
    h ^= h >>> 16
    return h >>> 0
  }
}

// sfc32, from C. Doty-Humphrey's PractRand: 128 bits of state, and fast in JavaScript.
function sfc32(a: number, b: number, c: number, d: number): () => number {
  return () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 2 ** 32
  }
}

export function randomOf(seed: string | number): Random {
  const seedOf = seeds(String(seed))
  const next = sfc32(seedOf(), seedOf(), seedOf(), seedOf())
  // Similar seeds give similar first draws, so those are discarded.
  for (let i = 0; i < 12; i += 1) next()

  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new RangeError('nothing to pick from')
    return list[int(0, list.length - 1)] as T
  }

  return {
    next,
    int,
    pick,
    chance: (share) => next() < share,
    weighted(list) {
      let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of list) {
        left -= weight
        if (left < 0) return value
      }
      return pick(list)[0]
    },
    // Box–Muller. 1 − next() is never 0, whose logarithm is −Infinity.
    normal: (mean, deviation) =>
      mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    fork: (label) => randomOf(`${seed}/${label}`),
  }
}
