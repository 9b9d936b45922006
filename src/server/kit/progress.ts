/** Receives the progress of a long task: `say` for one message, `count` after each finished part. */
export type Report = { say: (line: string) => void; count: (task: string, done: number, of: string) => void }

export const silent: Report = { say: () => {}, count: () => {} }
