import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ')
const stages = dockerfile.split(/^FROM /m).slice(1)
const last = stages.at(-1)!
const [program, ...args] = JSON.parse(/^CMD (\[.*\])$/m.exec(last)![1]!) as string[]

type Copy = { from: string | undefined; sources: string[]; to: string }
const copiesIn = (stage: string): Copy[] =>
  [...stage.matchAll(/^COPY (?:--from=(\S+) )?(.+)$/gm)].map(([, from, paths]) => {
    const all = paths!.trim().split(/\s+/)
    return { from, sources: all.slice(0, -1), to: all.at(-1)! }
  })

describe('the image', () => {
  test('is made of files that there are, and its context has them and nothing that is secret or somebody’s own', () => {
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
    expect(ignored[0]).toBe('*')
    const context = ignored.slice(1).map((line) => line.slice(1))
    const sources = stages.flatMap(copiesIn).flatMap(({ from, sources: paths }) => (from ? [] : paths))
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(sources.filter((path) => !context.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([])
    expect(context.filter((one) => /^(data|\.git|\.env|tests|reports|node_modules)/.test(one))).toEqual([])
  })

  test('runs as somebody who is not root, says whether it lives, and has no secret in it', () => {
    expect(/^USER (\S+)$/m.exec(last)?.[1]).toBe('node')
    expect(last.indexOf('\nUSER ')).toBeLessThan(last.indexOf('\nCMD '))
    expect(last).toMatch(/^HEALTHCHECK .*\/healthz/m)
    expect([...dockerfile.matchAll(/^(?:ENV|ARG) (.*)$/gm)].map(([, value]) => value)).toEqual([
      'NODE_ENV=production PORT=8080 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072',
    ])
    expect([program, ...args]).toEqual([
      'node_modules/.bin/node',
      '--max-old-space-size=1280',
      '--max-semi-space-size=16',
      '--no-parallel-scavenge',
      'src/server/main.ts',
    ])
  })
})

type Lock = { packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean }> }

describe('a directory as the image has it', () => {
  const image = mkdtempSync(join(tmpdir(), 'loket-image-'))
  afterAll(() => rmSync(image, { recursive: true }))

  /** The image's packages: installed in the deep run, otherwise linked from this checkout by the lock file. */
  const bringPackages = async () => {
    if (inject('deep')) {
      for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, file), join(image, file))
      await promisify(execFile)('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: image })
      return
    }
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
    for (const [path, { dev, devOptional }] of Object.entries(packages)) {
      if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || dev || devOptional || !existsSync(join(root, path)))
        continue
      mkdirSync(dirname(join(image, path)), { recursive: true })
      symlinkSync(join(root, path), join(image, path))
    }
    mkdirSync(join(image, 'node_modules/.bin'))
    symlinkSync(process.execPath, join(image, 'node_modules/.bin/node'))
  }

  beforeAll(async () => {
    await bringPackages()
    for (const { from, sources, to } of copiesIn(last)) {
      if (from) continue
      for (const source of sources)
        cpSync(join(root, source), join(image, to === './' ? source : to), { recursive: true })
    }
    mkdirSync(join(image, 'dist'))
    writeFileSync(join(image, 'dist/index.html'), '<title>the console</title>')
  })

  const command = (...argv: string[]) =>
    spawn(join(image, program!), argv, {
      cwd: image,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  test('gets an administrator, opens, says that it lives and is ready, shows the console, and stops when told to', async () => {
    const making = command('src/server/cli/first-admin.ts', '--email', 'first@lender.example', '--name', 'First')
    expect(await once(making, 'close')).toEqual([0, null])

    const server = command(...args)
    const errors: string[] = []
    createInterface({ input: server.stderr }).on('line', (line) => errors.push(line))
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: server.stdout }).on('line', (line) => {
        const open = /^Loket is open on (http:\S+)$/.exec(line)
        if (open) resolve(open[1]!)
      })
      server.once('close', () => reject(new Error(errors.join('\n'))))
    })
    const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status
    expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/metrics')]).toEqual([204, 200, 200])
    expect(await (await fetch(`${url}/login`)).text()).toContain('the console')
    server.kill('SIGTERM')
    expect(await once(server, 'close')).toEqual([0, null])
  })
})
