import { existsSync, globSync, readFileSync } from 'node:fs'
import type { RanFile } from './filesReport.ts'

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

const mostSlow = 10

/** Sums Vitest's JSON reports as `N passed, N failed`. A test file that did not load counts as one failure. */
export function tally(reports: Report[]): string {
  const sum = (count: (report: Report) => number) => reports.reduce((total, report) => total + count(report), 0)
  const passed = sum((report) => report.numPassedTests)
  const failed = sum((report) => report.numFailedTests + report.testResults.filter(didNotLoad).length)
  return `${passed} passed, ${failed} failed`
}

/** Lists each project's seconds, the slowest files, and the skipped tests with their reasons. */
export function figures(files: RanFile[]): string[] {
  const projects = [...new Set(files.map(({ project }) => project))]
  const skipped = files.flatMap(({ file, skipped: tests }) => tests.map((one) => ({ file, ...one })))
  return [
    ...projects.map((project) => projectLine(files.filter((one) => one.project === project))),
    'the slowest files:',
    ...files
      .toSorted((one, other) => other.seconds - one.seconds)
      .slice(0, mostSlow)
      .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`),
    ...(skipped.length > 0 ? [`${skipped.length} skipped:`] : []),
    ...skipped.map(({ file, test, why }) => `  ${file}: ${test}${why && ` (${why})`}`),
  ]
}

function projectLine(files: RanFile[]): string {
  const total = (value: (file: RanFile) => number) => files.reduce((sum, file) => sum + value(file), 0)
  const wall = Math.max(...files.map(({ ended }) => ended)) - Math.min(...files.map(({ began }) => began))
  const tests = total((file) => file.tests)
  const seconds = total((file) => file.seconds)
  return `${files[0]!.project.padEnd(8)} ${tests} tests in ${files.length} files: ${seconds.toFixed(0)} s of work, ${(wall / 1000).toFixed(0)} s from first to last`
}

function didNotLoad(file: Report['testResults'][number]): boolean {
  return file.status === 'failed' && file.assertionResults.length === 0
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

if (import.meta.main) {
  if (existsSync('reports/files.json'))
    for (const line of figures(read('reports/files.json') as RanFile[])) console.log(line)
  console.log(tally(globSync('reports/vitest*.json').map((path) => read(path) as Report)))
}
