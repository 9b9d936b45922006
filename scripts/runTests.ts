import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))

/** Runs these test files, or of them the tests whose names fit; signals end them. This process ends as they do. */
export const runTests = async (files: readonly string[], named?: string): Promise<void> => {
  const args = [vitest, 'run', ...files, ...(named ? ['-t', named] : [])]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  process.on('SIGTERM', pass)
  const code = await new Promise<number>((resolve) => child.once('exit', (ended) => resolve(ended ?? 1)))
  process.off('SIGTERM', pass)
  process.exitCode ||= code
}
