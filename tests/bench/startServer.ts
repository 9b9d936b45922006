import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { ofetch } from 'ofetch'
import * as user from '../../src/services/user.ts'

export type Running = { url: string; seconds: string; stop: () => Promise<void> }

/** Starts Loket and logs in; answers the seconds until the login succeeded. */
export const startServer = async (program: string, settings: Record<string, string>): Promise<Running> => {
  const began = performance.now()
  const child = spawn(process.execPath, [...process.execArgv, program], {
    env: {
      ...process.env,
      ...settings,
      PORT: '0',
      LOG_LEVEL: 'warn',
      DEMO_PASSWORD: 'counter-window',
      CALLS_PER_MINUTE: '9999999',
      SECONDS_PER_MINUTE: '60',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A benchmark that ends with an error leaves no server, which would go on and keep the output open.
  process.once('exit', () => child.kill('SIGKILL'))
  let url: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    url = /http:\S+/.exec(line)?.[0]
    if (url) break
  }
  if (!url) throw new Error('the server ended before it was open')
  const body = { email: 'admin@demo.example', password: 'counter-window' }
  const { code } = await ofetch<{ code: number }>(`${url}/api${user.login.path}`, { method: 'POST', body })
  if (code) throw new Error(`the login answered ${code}`)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { url, seconds, stop }
}
