import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { bareEnv } from './ownProcess.ts'

/** `npm run <script>` as a process of its own, once it has said a line that fits; `url` is what that line names. */
export const startScript = async (script: string, opened: RegExp, env: Record<string, string>) => {
  // A group of its own, so that what a test leaves behind can be ended with it.
  const child = spawn('npm', ['run', '--silent', script], {
    env: { ...bareEnv, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const found = await new Promise<RegExpExecArray>((resolve, reject) => {
    const hear = (text: string) => {
      said += text
      const line = opened.exec(said)
      if (line) resolve(line)
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    void ended.then((code) => reject(new Error(`npm run ${script} ended with ${code}: ${said}`)))
  })
  return {
    url: found[1]!,
    said: () => said,
    /** Asks the npm process alone to end, by its pid; answers its exit code. */
    end: () => {
      process.kill(child.pid!, 'SIGTERM')
      return ended
    },
    /** Kills what is left of it. */
    kill: () => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // Nothing is left.
      }
    },
  }
}

/** Whether something answers at this address. */
export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )
