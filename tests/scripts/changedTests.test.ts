import { describe, expect, test } from 'vitest'
import { testsOfChange } from '../../scripts/changedTests.ts'
import { processes, testsOf } from '../../scripts/testFiles.ts'

const touched = (...paths: string[]) => testsOfChange(paths).tests

describe('what a change touches', () => {
  test.each([
    // By import, direct or through another file of tests/.
    ['src/views/flow/duration.ts', 'tests/views/flow/duration.test.tsx'],
    ['src/machines/allocation.ts', 'tests/machines/loan.test.ts'],
    ['tests/kit/zip.ts', 'tests/server/files/bankFiles.test.ts'],
    // By name: only the app imports these files.
    ['src/server/payout/lists.ts', 'tests/server/payout/payout.test.ts'],
    ['src/server/loan/plan.ts', 'tests/server/loan/loan.lists.test.ts'],
    ['src/views/setting/setting.tsx', 'tests/views/access/access.test.tsx'],
    // By the table: a child process or a browser loads them.
    ['src/server/main.ts', 'tests/server/main.test.ts'],
    ['src/server/cli/restore.ts', 'tests/server/maintenance/backup.test.ts'],
    ['src/views/list/Pager.tsx', 'tests/e2e/list.test.ts'],
    ['package.json', 'tests/scripts/npmScripts.test.ts'],
    ['locales/en/payout.json', 'tests/locales/words.test.ts'],
    // The test file itself.
    ['tests/e2e/audit.test.ts', 'tests/e2e/audit.test.ts'],
  ])('%s: %s', (path, expected) => {
    expect(touched(path)).toContain(expected)
  })

  test('no walks of every chart, unless they are changed themselves', () => {
    const walks = (path: string) => touched(path).filter((file) => file.startsWith('tests/model/'))
    expect(walks('src/machines/withdrawal.ts')).toEqual([])
    expect(walks('tests/model/withdrawal.moves.ts')).toContain('tests/model/charts.test.ts')
  })

  test('not what the same chart has in other folders, nor all that use a file that everything uses', () => {
    expect(touched('src/views/payout/waitLoanList.tsx').filter((file) => file.startsWith('tests/server/'))).toEqual([])
    expect(testsOfChange(['src/machines/kernel.ts']).wide).toEqual([
      expect.stringMatching(/^src\/machines\/kernel\.ts \(\d+ test files\)$/),
    ])
    expect(testsOfChange(['src/server/kit/like.ts']).wide).toEqual(['src/server/kit/like.ts (no test of its own)'])
  })
})

describe('the tests of a process', () => {
  test.each(processes)('%s has some at its chart or at its server', (name) => {
    expect(testsOf(name).filter((file) => /^tests\/(machines|server)\//.test(file))).not.toEqual([])
  })

  test('are those that are called otherwise as well', () => {
    expect(testsOf('approval')).toContain('tests/server/approval/approval.test.ts')
    expect(testsOf('statementLine')).toContain('tests/server/statement/bankStatement.test.ts')
    expect(testsOf('loan')).toEqual(
      expect.arrayContaining(['tests/server/loan/loan.detail.test.ts', 'tests/e2e/loan.test.ts']),
    )
    expect(testsOf('payout')).toContain('tests/views/loan/orderMoney.test.tsx')
  })
})
