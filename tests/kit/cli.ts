import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { bareEnv } from './ownProcess.ts'

const here = fileURLToPath(new URL('../..', import.meta.url))

/** Runs one of the commands (`npm run <command> -- …`) of a checkout, or of this one, in a process of its own: how it ended and what it said. */
export const runCommand = async (
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  folder = here,
) => {
  const child = spawn(process.execPath, [join(folder, 'src/server/cli', `${command}.ts`), ...args], {
    env: { ...bareEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, out, err }
}
