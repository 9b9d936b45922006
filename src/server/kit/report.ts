/** Whom a long task tells how it goes: `say` once for what has to be known, `count` after each part that is done. */
export type Report = { say: (line: string) => void; count: (task: string, done: number, of: string) => void }

export const silent: Report = { say: () => {}, count: () => {} }
