import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bareEnv } from './ownProcess.ts'

const here = fileURLToPath(new URL('../..', import.meta.url))

type Ended = { code: number | null; signal: NodeJS.Signals | null; out: string; err: string }
export type Child = {
  url: string
  pid: number
  /** Sends SIGTERM, as a service manager does. */
  stop: () => Promise<Ended>
  /** Sends SIGKILL, so that the process cannot clean up. */
  kill: () => Promise<Ended>
  /** Settles when the process has ended, for whatever reason. */
  ended: Promise<Ended>
}

const begin = (env: Record<string, string>, code = here, program = 'src/server/main.ts') => {
  const child: ChildProcess = spawn(process.execPath, [join(code, program)], {
    env: { ...bareEnv, LOG_LEVEL: 'warn', PORT: '0', CALLS_PER_MINUTE: '9999999', SECONDS_PER_MINUTE: '60', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    ...output,
  }))
  return { child, output, ended }
}

/**
 * Starts the server of a checkout, or of this one, as its own process; resolves when it is open. Throws its output when
 * it ends instead.
 */
export const startServer = async (env: Record<string, string>, code?: string, program?: string): Promise<Child> => {
  const { child, output, ended } = begin(env, code, program)
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.on('data', () => {
      const open = /^Loket is open on (http:\/\/localhost:\d+)$/m.exec(output.out)
      if (open) resolve(open[1]!)
    })
    void ended.then(({ code, out, err }) => reject(new Error(`the server ended with ${code}: ${out}${err}`)))
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { url, pid: child.pid!, stop: () => end('SIGTERM'), kill: () => end('SIGKILL'), ended }
}

/** Runs a server that is not expected to open; answers its output and exit. */
export const runServer = async (env: Record<string, string>): Promise<Ended> => begin(env).ended
