import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { bareEnv } from './ownProcess.ts'

const here = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a program as its own process; answers its exit code and output. */
export const runProgram = async (file: string, args: readonly string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...bareEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, out, err }
}

/** Runs a command (`npm run <command> -- …`) of a checkout, or of this one. */
export const runCommand = (command: string, args: readonly string[], env: Record<string, string>, folder = here) =>
  runProgram(join(folder, 'src/server/cli', `${command}.ts`), args, env)
