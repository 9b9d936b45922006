import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RanFile } from '../../scripts/filesReport.ts'
import { figures, tally } from '../../scripts/tally.ts'

const report = {
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 0,
  testResults: [
    { status: 'passed', assertionResults: [{}] },
    { status: 'failed', assertionResults: [] },
  ],
}

const ran = (file: string, seconds: number, more: Partial<RanFile> = {}): RanFile => ({
  file,
  project: 'server',
  tests: 3,
  seconds,
  began: 1000,
  ended: 9000,
  skipped: [],
  ...more,
})

test('a file that did not load is one failure', () => {
  expect(tally([report, report])).toBe('10 passed, 4 failed')
})

test('each project has a line, then come the slowest files and what was skipped, with its reason', () => {
  const skipped = [
    { test: 'a page', why: 'no Chromium' },
    { test: 'another', why: '' },
  ]
  const files = [
    ran('a.test.ts', 4),
    ran('b.test.ts', 12.34, { ended: 16_000 }),
    ran('c.test.ts', 7, { project: 'views', skipped }),
  ]
  expect(figures(files)).toEqual([
    'server   6 tests in 2 files: 16 s of work, 15 s from first to last',
    'views    3 tests in 1 files: 7 s of work, 8 s from first to last',
    'the slowest files:',
    '    12.3 s  b.test.ts',
    '     7.0 s  c.test.ts',
    '     4.0 s  a.test.ts',
    '2 skipped:',
    '  c.test.ts: a page (no Chromium)',
    '  c.test.ts: another',
  ])
})

test('no more than ten files are the slowest', () => {
  const files = Array.from({ length: 30 }, (_, n) => ran(`${n}.test.ts`, n))
  const lines = figures(files)
  expect(lines.filter((line) => line.includes('.test.ts'))).toHaveLength(10)
  expect(lines.at(-1)).toBe('    20.0 s  20.test.ts')
})

test('`.ci/run` ends with them, from the reports that a run of the tests writes', () => {
  expect(readFileSync('.ci/run', 'utf8'), '.ci/run does not print the figures').toMatch(/^\S+ scripts\/tally\.ts /m)
  const configured = readFileSync('vite.config.ts', 'utf8')
  const folder = mkdtempSync(join(tmpdir(), 'loket-tally-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'reports'))
  for (const [path, content] of [
    ['reports/vitest.json', report],
    ['reports/files.json', [ran('a.test.ts', 4)]],
  ] as const) {
    expect(configured, `vite.config.ts does not write ${path}`).toContain(`'${path}'`)
    writeFileSync(join(folder, path), JSON.stringify(content))
  }
  const printed = execFileSync(process.execPath, [resolve('scripts/tally.ts')], { cwd: folder, encoding: 'utf8' })
  expect(printed.trim().split('\n')).toEqual([...figures([ran('a.test.ts', 4)]), '5 passed, 2 failed'])
})
