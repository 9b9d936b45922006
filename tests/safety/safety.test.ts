import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf } from '../../scripts/testFiles.ts'
import { impurities } from './charts.ts'
import { bareCodes } from './codes.ts'
import { read, repositoryFiles } from './files.ts'
import { ownClocks } from './handlers.ts'
import { circles, wrongImports } from './imports.ts'
import { ownLimits, ownPatience } from './limits.ts'
import { unstyled } from './styles.ts'
import { machineBound, missingTexts } from './texts.ts'
import { fixedWaits } from './waits.ts'

// The house rules. Each is tried on a file that breaks it, so that a rule which no longer bites is noticed.

const files = repositoryFiles()
const code = files.filter((path) => /^(src|tests|scripts)\/.*\.tsx?$/.test(path))
const languages = ['id', 'en', 'zh']

describe('imports run one way, name their extension and go past no barrel', () => {
  test('here', () => {
    expect(code.flatMap((path) => wrongImports(path, read(path)))).toEqual([])
  })

  test.each([
    ['src/machines/loan.ts', "import { z } from 'zod'", 'imports zod: not for machines'],
    ['src/machines/loan.ts', "import { useState } from 'react'", 'imports react: not for machines'],
    ['src/machines/loan.ts', "import type { Api } from '../services/loan.ts'", 'machines may not import services'],
    ['src/services/loan.ts', "import { Row } from '../views/loan/row.tsx'", 'services may not import views'],
    ['src/services/loan.ts', "import { readFileSync } from 'node:fs'", 'imports node:fs: not for services'],
    [
      'src/views/loan/row.tsx',
      "export { store } from '../../server/store.ts'\nexport const row = 1",
      'views may not import server',
    ],
    ['src/views/loan/row.tsx', "const late = () => import('../../server/store.ts')", 'views may not import server'],
    ['src/server/loan.ts', "import { Row } from '../views/loan/row.tsx'", 'server may not import views'],
    ['src/server/loan.ts', "type Row = import('../views/loan/row.tsx').Row", 'server may not import views'],
    ['src/main.tsx', "import './server/main.ts'", 'main may not import server'],
    ['src/views/loan/row.tsx', "import { to } from '../paths'", 'without its extension'],
    ['src/machines/loan.ts', "import { rules } from './loan.facts'", 'without its extension'],
    ['src/views/loan/index.ts', "export { Row } from './row.tsx'", 'is a barrel'],
    ['src/views/loan/all.ts', "import './row.css'\nexport * from './row.tsx'", 'is a barrel'],
  ])('not in %s: %s', (path, text, complaint) => {
    expect(wrongImports(path, text)).toEqual([expect.stringContaining(complaint)])
  })

  test.each([
    ['src/server/kit/log.ts', '../db/database.ts', 'db is above kit'],
    ['src/server/store/commit.ts', '../processes.ts', 'store may not know every process'],
    ['src/server/store/commit.ts', '../policy.ts', 'store knows no business'],
    ['src/server/staff/sessions.ts', '../access/account.ts', 'access is above staff'],
    ['src/server/loan/owed.ts', '../http/mount.ts', 'http is above loan'],
    ['src/server/withdrawal/words.ts', '../payout/words.ts', 'withdrawal is not to know payout'],
    ['src/server/payout/terms.ts', '../app.ts', 'main is above payout'],
  ])('not in %s: %s, also not as a type', (path, name, complaint) => {
    expect(wrongImports(path, `import type { It } from '${name}'`)).toEqual([expect.stringContaining(complaint)])
  })

  test.each(['server', 'views'])('in no circle in src/%s, neither of files nor of folders', (side) => {
    const its = code.filter((path) => path.startsWith(`src/${side}/`))
    expect(circles(new Map(its.map((path) => [path, importsOf(path)])))).toEqual([])
    const some = new Map([
      ['src/server/loan/owed.ts', ['src/server/loan/plan.ts', 'src/server/order/loan.ts']],
      ['src/server/loan/plan.ts', ['src/server/loan/owed.ts']],
      ['src/server/order/edit.ts', ['src/server/loan/plan.ts']],
    ])
    expect(circles(some)).toEqual([
      'src/server/loan/owed.ts → src/server/loan/plan.ts → src/server/loan/owed.ts',
      'loan → order → loan',
    ])
  })

  test('but these are fine', () => {
    expect(
      wrongImports('src/machines/loan.ts', "import { setup } from 'xstate'\nimport { due } from './loan.facts.ts'"),
    ).toEqual([])
    expect(wrongImports('src/views/loan/row.tsx', "import { loanMachine } from '../../machines/loan.ts'")).toEqual([])
    expect(
      wrongImports('src/services/loan.ts', "export { due } from '../machines/loan.ts'\nexport const loan = 1"),
    ).toEqual([])
  })
})

describe('a lifecycle chart reads neither clock, chance nor the outside', () => {
  const chart = (inside: string) =>
    `import { setup } from 'xstate'\nexport const m = setup({}).createMachine({ ${inside} })`

  test('here', () => {
    expect(code.flatMap((path) => impurities(path, read(path)))).toEqual([])
  })

  test.each([
    ['Date', 'context: () => ({ at: Date.now() })'],
    ['Math.random', 'context: () => ({ n: Math.random() })'],
    ['crypto', 'context: () => ({ id: crypto.randomUUID() })'],
    ['fetch', "entry: () => fetch('/api')"],
    ['invoke', "invoke: { src: 'payout' }"],
    ['spawn', 'context: ({ spawn }) => ({ child: spawn(other) })'],
    ['after', "after: { 1000: 'late' }"],
    ['after', 'after: delays'],
  ])('no %s: %s', (what, inside) => {
    expect(impurities('src/machines/payout.ts', chart(inside))).toEqual([`src/machines/payout.ts uses ${what}`])
  })

  test('but a deadline is a word, and a screen machine may invoke', () => {
    expect(
      impurities('src/machines/payout.ts', chart("on: { late: { meta: { after: 'due' } } } // not Date.now()")),
    ).toEqual([])
    expect(impurities('src/machines/session.ts', chart("invoke: { src: 'login' }"))).toEqual([])
  })
})

describe('a process of the server is told the time, and has its ids from outside', () => {
  test('here', () => {
    expect(code.flatMap((path) => ownClocks(path, read(path)))).toEqual([])
  })

  test.each([
    ['Date.now', 'const at = Date.now()'],
    ['Date', 'const at = new Date()'],
    ['Math.random', 'const n = Math.random()'],
    ['performance.now', 'const began = performance.now()'],
    ['randomUUID', "import { randomUUID } from 'node:crypto'\nconst id = randomUUID()"],
    ['randomUUID', 'const id = crypto.randomUUID()'],
    ['randomBytes', "const id = randomBytes(8).toString('hex')"],
  ])('not %s: %s', (what, text) => {
    expect(ownClocks('src/server/payout/commands.ts', text)).toEqual([expect.stringContaining(`reads ${what}: `)])
  })

  test('but a date of a given instant, the key of an API and other folders are fine', () => {
    expect(ownClocks('src/server/payout/commands.ts', 'const day = new Date(call.now)')).toEqual([])
    expect(ownClocks('src/server/apiKey/commands.ts', 'const secret = randomBytes(32)')).toEqual([])
    expect(ownClocks('src/server/kit/loopShare.ts', 'const began = performance.now()')).toEqual([])
  })
})

describe('no test waits for a fixed time', () => {
  test('here', () => {
    expect(code.flatMap((path) => fixedWaits(path, read(path)))).toEqual([])
  })

  test.each([
    "import { setTimeout as pause } from 'node:timers/promises'",
    "import { setInterval } from 'node:timers/promises'",
    'await new Promise((resolve) => setTimeout(resolve, 200))',
    'const dripping = setInterval(() => {}, 20)',
    'await page.evaluate(() => new Promise((resolve) => window.setTimeout(resolve, ms)))',
    'await page.waitForTimeout(500)',
  ])('not: %s', (text) => {
    expect(fixedWaits('tests/e2e/list.test.ts', `first\n${text}`)).toEqual([
      'tests/e2e/list.test.ts:2 waits for a fixed time',
    ])
  })

  test.each([
    "import { setImmediate } from 'node:timers/promises'",
    'await new Promise((resolve) => setTimeout(resolve))',
    "vi.useFakeTimers({ toFake: ['setTimeout'] })",
  ])('but this is fine: %s', (text) => {
    expect(fixedWaits('tests/e2e/list.test.ts', text)).toEqual([])
  })
})

describe('the time limits of tests are in vite.config.ts', () => {
  test('here', () => {
    expect(code.flatMap((path) => ownLimits(path, read(path)))).toEqual([])
  })

  test.each([
    "test('it', async () => {}, 60_000)",
    "test('it', { timeout: 60_000 }, async () => {})",
    "test.skipIf(busy)('it', { timeout }, async () => {})",
    "test.each([1, 2])('it %s', async () => {}, limit)",
    "describe('all of it', { concurrent: true, timeout: 60_000 }, () => {})",
    'beforeAll(async () => {}, 60_000)',
    'afterEach(close, 60_000)',
    'vi.setConfig({ testTimeout: 30_000 })',
  ])('not: %s', (text) => {
    expect(ownLimits('tests/e2e/list.test.ts', `first\n${text}`)).toEqual([
      'tests/e2e/list.test.ts:2 has a time limit of its own: vite.config.ts has them all',
    ])
  })

  test.each([
    "test('it', async () => {})",
    'beforeAll(open)',
    "describe('all of it', { concurrent: true }, () => {})",
    'await expect.poll(() => seen, { timeout: 60_000 }).toBe(true)',
  ])('but this is fine: %s', (text) => {
    expect(ownLimits('tests/e2e/list.test.ts', text)).toEqual([])
  })
})

describe('a code of an answer is compared in words', () => {
  test('here', () => {
    expect(
      code.filter((path) => path !== 'tests/safety/safety.test.ts').flatMap((path) => bareCodes(path, read(path))),
    ).toEqual([])
  })

  test.each([
    'expect((await call()).code).toBe(0)',
    'expect(answer.code).not.toBe(0)',
    'expect(\n  answer.code,\n).toEqual(1)',
  ])('not: %s', (text) => {
    expect(bareCodes('tests/a.test.ts', text)).toHaveLength(1)
  })

  test('a failure says what was expected, what was answered and why', () => {
    const refused = { code: 422, msg: 'This transaction id was used before', data: { txid: 'va-1' } }
    expect(() => expect(refused).toHaveCode(0)).toThrow(
      'expected the call to be: done (0)\n' +
        'the server answered: refused by a rule (422): This transaction id was used before\n{"txid":"va-1"}',
    )
    expect(() => expect({ code: 0, msg: '' }).not.toHaveCode(0)).toThrow('expected the call not to be: done (0)')
  })
})

describe('tests/kit/patience.ts says how long a test waits', () => {
  test('here', () => {
    expect(code.flatMap((path) => ownPatience(path, read(path)))).toEqual([])
  })

  test.each([
    'await expect.poll(() => seen, { timeout: 60_000 }).toBe(true)',
    'const soon = { timeout: limit, interval: 20 }',
    "await page.getByText('Ready').waitFor({ timeout: 10_000 })",
    'configure({ asyncUtilTimeout: 5000 })',
    'context.setDefaultTimeout(15 * second)',
    'await vi.waitFor(check)',
    'await vi.waitFor(check, 20_000)',
    'await vi.waitUntil(check, { interval: 1 })',
  ])('not: %s', (text) => {
    expect(ownPatience('tests/e2e/list.test.ts', `first\n${text}`)).toEqual([
      'tests/e2e/list.test.ts:2 waits as long as it says itself: tests/kit/patience.ts says it',
    ])
  })

  test.each([
    'await expect.poll(() => seen, { interval: 5 }).toBe(true)',
    'context.setDefaultTimeout(patience)',
    'await vi.waitFor(check, patience)',
    'await vi.waitFor(check, { interval: 1, timeout: patience })',
    'await waitFor(check)',
  ])('but this is fine: %s', (text) => {
    expect(ownPatience('tests/e2e/list.test.ts', text)).toEqual([])
  })
})

test('every form of the console is the one whose keys are tested in views/detail/form', () => {
  const own = code.filter((path) => path.startsWith('src/views/') && /<form\b/.test(read(path)))
  expect(own).toEqual(['src/views/detail/form/Form.tsx'])
})

describe('every screen brings the stylesheets of what it shows', () => {
  const frame = ['src/main.tsx', 'src/views/shell/Console.tsx']
  const sheets = files.filter((path) => path.endsWith('.css'))
  const screens = importsOf('src/views/screens.ts').filter((path) => path.endsWith('.tsx'))

  test('here', () => {
    expect(screens.length).toBeGreaterThan(60)
    expect(screens.flatMap((path) => unstyled(path, frame, sheets, read))).toEqual([])
  })

  const some: Record<string, string> = {
    'src/main.tsx': "import './base.css'",
    'src/base.css': '.quiet { color: grey }',
    'src/loan/Loan.tsx': "import { Owed } from './Owed.tsx'\nimport './loan.css'",
    'src/loan/loan.css': '.loan-table { width: 100% }\n/* .loan-head */',
    'src/loan/Owed.tsx': '<b className="quiet loan-table">',
    'src/case/Case.tsx':
      "import { Owed } from '../loan/Owed.tsx'\nconst Later = lazy(() => import('../loan/Loan.tsx'))",
  }
  const tried = (path: string) =>
    unstyled(path, ['src/main.tsx'], ['src/base.css', 'src/loan/loan.css'], (one) => some[one]!)

  test('not a screen that shows a part of another one, whose stylesheet comes with that one', () => {
    expect(tried('src/case/Case.tsx')).toEqual([
      'src/case/Case.tsx is without the stylesheet of loan-table, which src/loan/Owed.tsx names',
    ])
  })

  test('but a screen with its own stylesheet is fine', () => {
    expect(tried('src/loan/Loan.tsx')).toEqual([])
  })
})

describe('every text is there in all three languages', () => {
  const areas = new Set(files.filter((path) => /^locales\/\w+\/[^/]+\.json$/.test(path)).map((path) => basename(path)))
  const file = (path: string) => (files.includes(path) ? read(path) : undefined)

  test('here', () => {
    const missing = [...areas].flatMap((area) =>
      missingTexts(
        area,
        Object.fromEntries(languages.map((language) => [language, file(`locales/${language}/${area}`)])),
      ),
    )
    expect(missing).toEqual([])
  })

  test('a missing key, an empty text and a missing file are noticed', () => {
    expect(missingTexts('loan.json', { id: '{"a":{"b":"x","c":" "}}', en: '{"a":{"b":"x"}}', zh: undefined })).toEqual([
      'locales/id/loan.json: a.c is empty',
      'locales/en/loan.json: a.c is missing',
      'locales/zh/loan.json: a.b is missing',
      'locales/zh/loan.json: a.c is missing',
    ])
  })
})

describe('no file names a package registry or a path of one machine', () => {
  const binary = /\.(png|jpe?g|webp|ico|woff2?|ttf|pdf|xlsx|zip)$/

  test('here', () => {
    expect(files.filter((path) => !binary.test(path)).flatMap((path) => machineBound(path, read(path)))).toEqual([])
  })

  test.each([
    ['fetched from ' + ['registry', 'npmjs', 'org'].join('.'), "a registry's host"],
    ['deb ' + ['deb', 'debian', 'org'].join('.'), "a registry's host"],
    ['"resolved": "https:' + '//some.host/a.tgz"', "a registry's host"],
    ['cd ' + ['', 'work', 'main'].join('/'), 'a path of one machine'],
  ])('not: %s', (text, what) => {
    expect(machineBound('README.md', `first\n${text}`)).toEqual([`README.md:2 names ${what}`])
  })

  test('but other words and paths are fine', () => {
    expect(machineBound('README.md', 'the network/work/list, src/work/list.ts and ./work/list')).toEqual([])
  })
})
