import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { bareEnv } from './ownProcess.ts'

/**
 * Starts `npm run <script>` as its own process; resolves at the first matching line. `url` is the line's first group.
 */
export const startScript = async (script: string, opened: RegExp, env: Record<string, string>) => {
  // Its own process group, so that a test can end everything that remains.
  const child = spawn('npm', ['run', '--silent', script], {
    env: { ...bareEnv, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const found = await new Promise<RegExpExecArray>((resolve, reject) => {
    const hear = (text: string) => {
      output += text
      const line = opened.exec(output)
      if (line) resolve(line)
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    void ended.then((code) => reject(new Error(`npm run ${script} ended with ${code}: ${output}`)))
  })
  return {
    url: found[1]!,
    output: () => output,
    /** Sends SIGTERM to the npm process alone; answers its exit code. */
    end: () => {
      process.kill(child.pid!, 'SIGTERM')
      return ended
    },
    /** Kills the rest of the process group. */
    kill: () => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // Nothing remains.
      }
    },
  }
}

/** Whether a URL answers. */
export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )
