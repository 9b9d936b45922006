import { execFileSync } from 'node:child_process'
import { testsOfChange } from './changedTests.ts'
import { runTests } from './runTests.ts'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean)

const changed = [
  ...git('diff', '--name-only', '-z', '--no-renames', '--diff-filter=d', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard', '-z'),
]
if (changed.length === 0) console.log('Nothing is changed since the last commit.')
else {
  const { tests, wide } = testsOfChange(changed)
  console.log(`${changed.length} files are changed: ${tests.join(' ')}`)
  for (const path of wide) console.log(`Not all that use ${path} run here: npm test does.`)
  await runTests(tests)
}
