import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { password } from '../kit/app.ts'
import { startServer } from '../kit/child.ts'
import { lenderOfToday } from '../kit/lender.ts'
import { answers, startScript } from '../kit/npm.ts'
import { ownDirectory } from '../kit/templates.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const login = async (url: string) => {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'admin@demo.example', password }),
  })
  return ((await response.json()) as { code: number }).code
}

let directory: string
beforeAll(async () => {
  directory = await ownDirectory(lenderOfToday())
})
afterAll(() => rmSync(directory, { recursive: true }))

test('a script that runs for long takes the place of its shell, which would keep signals to itself', () => {
  const behindAShell = Object.entries(scripts).filter(([, line]) => /^(node|vitest) /.test(line))
  expect(behindAShell).toEqual([])
})

test('`npm start` that is ended by its pid leaves no server on the port', async () => {
  const started = await startScript('start', /open on (http:\S+)/, { PORT: '0', DATA_DIR: directory })
  onTestFinished(started.kill)
  expect(await login(started.url), 'the code that a login answers').toBe(0)

  await started.end()
  expect(await answers(started.url), 'whether a server still answers on the port').toBe(false)
  expect(existsSync(join(directory, 'in-use.sock')), 'whether its socket file is left').toBe(false)
})

describe('`npm run dev`', () => {
  const console = /Local: +(http:\S+?)\/$/m

  test('serves a console with reload over a server of its own, in which one can log in, and ends both', async () => {
    const dev = await startScript('dev', console, { PORT: '0', DATA_DIR: directory })
    onTestFinished(dev.kill)
    const own = /API is (http:\S+)/.exec(dev.output())![1]!

    expect(await login(dev.url), 'the code that a login through the console answers').toBe(0)
    expect(await (await fetch(dev.url)).text()).toContain('/@vite/client')
    expect(await (await fetch(`${dev.url}/docs/en/`)).text()).toContain('<html lang="en">')

    await dev.end()
    expect({ console: await answers(dev.url), server: await answers(own) }, 'which still answers').toEqual({
      console: false,
      server: false,
    })
  })

  test('goes over the server that ADMIN_API names', async () => {
    const server = await startServer({ DATA_DIR: directory })
    onTestFinished(async () => void (await server.kill()))
    const dev = await startScript('dev', console, { PORT: '0', ADMIN_API: `${server.url}/api` })
    onTestFinished(dev.kill)

    expect(dev.output()).toContain(`API is ${server.url}/api`)
    expect(await login(dev.url), 'the code that a login through the console answers').toBe(0)
    await dev.end()
    expect([await answers(dev.url), await login(server.url)]).toEqual([false, 0])
  })
})
