/**
 * The holders of open cases alone: how many cases somebody holds is counted at each look at what waits, and this index is
 * an eighth of the one that lists them.
 */
export const statements: readonly string[] = [
  `create index recovery_case_held on recovery_case (holder) where phase = 'open' and holder is not null`,
]
