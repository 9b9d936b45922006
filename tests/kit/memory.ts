import { readFileSync, writeFileSync } from 'node:fs'

const mbOf = (pid: number, name: string): number => {
  const kb = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1024
}

/** The growth of a process's peak memory, in MB, since this call, which resets Linux's peak counter. */
export const watchMemory = (pid: number) => {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = mbOf(pid, 'VmRSS')
  return { grown: () => mbOf(pid, 'VmHWM') - before }
}
