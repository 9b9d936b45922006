import { readFileSync, writeFileSync } from 'node:fs'

const mbOf = (pid: number, name: string): number => {
  const kb = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1024
}

/** The growth of a process's peak memory, in MB, above its memory now. `restart` begins a new peak on Linux. */
export const watchMemory = (pid: number) => {
  const restart = () => writeFileSync(`/proc/${pid}/clear_refs`, '5')
  restart()
  const before = mbOf(pid, 'VmRSS')
  return { restart, grown: () => mbOf(pid, 'VmHWM') - before }
}
