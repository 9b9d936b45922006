import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { bareEnv } from './ownProcess.ts'

const program = fileURLToPath(new URL('../bench/run.ts', import.meta.url))

/** Runs parts of the benchmarks at their smallest: how that ended and what was said. */
export const runBench = async (parts: readonly string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [program, '--small', ...parts], {
    env: { ...bareEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, out, err }
}

export const onServer = ['commands', 'size', 'filters', 'money', 'export', 'backtest', 'statement', 'day'] as const
export const inBrowser = ['start', 'console'] as const

/** Benchmarks make lenders and processes of their own: this ends one that hangs, on a busy machine as well. */
export const benchMs = 300_000
