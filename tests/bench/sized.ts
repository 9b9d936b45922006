/** Whether the benchmarks only show that they still work. */
export const isSmall = process.argv.includes('--small')

/** A size of a benchmark: the second of the two under `--small`. */
export const sized = (usual: number, small: number): number => (isSmall ? small : usual)
