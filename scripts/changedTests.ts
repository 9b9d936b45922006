import { basename, dirname } from 'node:path'
import { processesOf, testFiles, testsOf, testsThatImport } from './testFiles.ts'

/** The most test files that one changed file may select; `npm test` covers a file that more import. */
export const mostImporters = 12

/**
 * Tests that no import reaches, because they start a process or a browser or read files: changed path → tests.
 * The first matching row counts.
 */
const table: readonly [path: RegExp, tests: readonly RegExp[]][] = [
  [/^src\/server\/(main|environment|kit\/gracefulShutdown|http\/listen|db\/lock)\.ts$/, [/server\/main\./]],
  [/^src\/server\/cli\/(backup|restore)/, [/maintenance\/backup\./]],
  [/^src\/server\/cli\/first-admin/, [/demo\/firstAdmin\./]],
  [/^src\/server\/cli\/(verify|rebuild|head|demo)/, [/server\/\w+\/(verify|rebuild|demo)\./]],
  [/^src\/server\/files\//, [/lists\/spreadsheet\./]],
  [/^src\/views\/list\//, [/views\/list\//, /e2e\/list\./]],
  [/^src\/views\/detail\//, [/views\/detail\//, /e2e\/detail\./]],
  [/^src\/views\/shell\//, [/views\/shell\/(shell|frame)\./, /e2e\/shell\./]],
  [/^src\/views\/session\//, [/views\/session\//]],
  [/^src\/(main\.tsx|views\/[^/]+$)/, [/views\/shell\/(shell|frame)\./]],
  [/^(locales|docs\/statecharts)\//, [/scripts\/statecharts\//, /http\/docs\./]],
  [/^(scripts\/(dev|build|start)\.ts|package\.json|vite\.config\.ts)$/, [/scripts\/npmScripts\./]],
  [/^tests\/bench\//, [/scripts\/bench\./]],
]

// The model tests walk every chart, which takes minutes; `npm run test:process` walks one.
const isWalk = /^tests\/model\//

// These tests read every file of the repository.
const always = ['tests/safety/safety.test.ts', 'tests/locales/words.test.ts']

/**
 * Selects the tests for these changed files. `wide` lists the files of src/ that need `npm test`: more than
 * `mostImporters` tests import them, or none reaches them but through the whole server or console.
 */
export const testsOfChange = (changed: readonly string[]): { tests: string[]; wide: string[] } => {
  const all = testFiles()
  const tests = new Set(always)
  const wide: string[] = []
  for (const path of changed) {
    const importers = testsThatImport(path).filter((test) => path.startsWith('tests/') || !isWalk.test(test))
    if (importers.length > mostImporters) wide.push(`${path} (${importers.length} test files)`)
    const listed = table.find(([where]) => where.test(path))?.[1] ?? []
    const found = [
      ...(importers.length > mostImporters ? [] : importers),
      ...all.filter((test) => test === path || listed.some((name) => name.test(test)) || isAlike(path, test)),
      ...processesOf(path).flatMap((name) => testsOf(name).filter((test) => sidesOf(path).test(test))),
    ]
    if (found.length === 0 && importers.length === 0 && path.startsWith('src/'))
      wide.push(`${path} (no test of its own)`)
    for (const test of found) tests.add(test)
  }
  return { tests: [...tests].toSorted(), wide }
}

/** Whether the first word of a test's name is that of the file, or is the file's folder. */
const isAlike = (path: string, test: string): boolean => {
  if (!path.startsWith('src/') || !sidesOf(path).test(test)) return false
  const word = (name: string) => basename(name).split('.')[0]!
  return [word(path), basename(dirname(path))].includes(word(test))
}

/** Matches the test folders of a source folder. */
const sidesOf = (path: string): RegExp => {
  if (path.startsWith('src/machines/')) return /^tests\/machines\//
  if (path.startsWith('src/services/')) return /^tests\/(services|views)\//
  if (path.startsWith('src/server/')) return /^tests\/server\//
  if (path.startsWith('src/views/')) return /^tests\/views\//
  return /^$/
}
