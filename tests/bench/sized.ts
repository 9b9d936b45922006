/** A size of a benchmark: the second of the two under `--small`, which only shows that it still works. */
export const sized = (usual: number, small: number): number => (process.argv.includes('--small') ? small : usual)
