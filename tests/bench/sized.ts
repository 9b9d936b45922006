/** Whether `--small` was given: the benchmarks then only show that they still work. */
export const isSmall = process.argv.includes('--small')

/** A benchmark's size: `small` under `--small`, otherwise `usual`. */
export const sized = (usual: number, small: number): number => (isSmall ? small : usual)
