import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))

/** Runs these test files, or their tests whose names match `named`, in a mode of `vite.config.ts`. Forwards SIGTERM and sets the exit code. */
export const runTests = async (files: readonly string[], named?: string, mode?: string): Promise<void> => {
  const args = [vitest, 'run', ...files, ...(named ? ['-t', named] : []), ...(mode ? ['--mode', mode] : [])]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  process.on('SIGTERM', pass)
  const code = await new Promise<number>((resolve) => child.once('exit', (ended) => resolve(ended ?? 1)))
  process.off('SIGTERM', pass)
  process.exitCode ||= code
}
