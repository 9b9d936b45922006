import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bareEnv } from './ownProcess.ts'

const script = fileURLToPath(new URL('task.ts', import.meta.url))

/**
 * Runs a task as its own process, which SIGKILLs itself after `killedAfter` lines; answers them. Throws when the task
 * fails.
 */
export const runTask = async (
  task: 'rebuild' | 'clone' | 'lender half' | 'clone half',
  env: Record<string, string>,
  killedAfter = Infinity,
): Promise<{ lines: string[]; killed: boolean }> => {
  const child = spawn(process.execPath, [script], {
    env: { ...bareEnv, TASK: task, KILLED_AFTER: String(killedAfter), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (code) throw new Error(`${task} ended with ${code}: ${lines.join('\n')}`)
  return { lines, killed: signal === 'SIGKILL' }
}
