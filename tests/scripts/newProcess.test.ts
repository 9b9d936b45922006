import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareEnv } from '../kit/ownProcess.ts'
import { repositoryFiles } from '../safety/files.ts'

// A copy of the repository in which `npm run new:process` writes a process.
let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'loket-'))
  const isNeeded = (path: string) => !/^tests\/(museum|server\/bankFiles)\/.*\.(br|xlsx?|pdf|csv|txt)$/.test(path)
  for (const path of repositoryFiles().filter(isNeeded)) cpSync(path, join(copy, path))
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  execFileSync(
    'npm',
    ['run', '--silent', 'new:process', '--', 'homeVisit', 'Kunjungan rumah', 'Home visit', '上门拜访'],
    {
      cwd: copy,
      env: bareEnv,
    },
  )
})
afterAll(() => rmSync(copy, { recursive: true }))

/** What a program of the packages said and how it ended, in the copy. */
const ran = (program: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(join('node_modules/.bin', program), args, {
    cwd: copy,
    // Colours would hide which line says what failed.
    env: { ...bareEnv, NO_COLOR: '1' },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

test('what it writes has the format and the types of the rest', () => {
  expect(ran('oxfmt', '--check')).toMatchObject({ status: 0 })
  expect(ran('tsc')).toEqual({ status: 0, output: '' })
})

test('what it writes passes the checks of every process', () => {
  const checks = [
    'tests/safety',
    'tests/locales/words',
    'tests/machines/homeVisit',
    'tests/machines/golden',
    'tests/machines/routes',
    'tests/scripts/statecharts/',
    'tests/locales/audit',
    'tests/model/invariants',
    'tests/model/scenarios',
  ]
  const { status, output } = ran('vitest', 'run', '--project', 'machines', ...checks)
  expect({ status, failed: output.split('\n').filter((line) => /^ *(FAIL|×)/.test(line)) }).toEqual({
    status: 0,
    failed: [],
  })
})

test('a name that is taken or no name is refused, and nothing is written', () => {
  const again = (...args: string[]) =>
    spawnSync('npm', ['run', '--silent', 'new:process', '--', ...args], { cwd: copy, env: bareEnv, encoding: 'utf8' })
  const before = readFileSync(join(copy, 'src/server/processes.ts'), 'utf8')
  expect(again('homeVisit')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('homeVisit is the name of a chart, a screen, ') as string,
  })
  expect(again('Home visit')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('no name in camel case') as string,
  })
  expect(again()).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('npm run new:process -- <name>') as string,
  })
  expect(readFileSync(join(copy, 'src/server/processes.ts'), 'utf8')).toBe(before)
})
