import { globSync, readFileSync } from 'node:fs'

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** One line, `N passed, N failed`, from the test runner's own reports. A test file that did not load is one failure. */
export function tally(reports: Report[]): string {
  const sum = (count: (report: Report) => number) => reports.reduce((total, report) => total + count(report), 0)
  const passed = sum((report) => report.numPassedTests)
  const failed = sum((report) => report.numFailedTests + report.testResults.filter(didNotLoad).length)
  const skipped = sum((report) => report.numPendingTests + report.numTodoTests)
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

function didNotLoad(file: Report['testResults'][number]): boolean {
  return file.status === 'failed' && file.assertionResults.length === 0
}

if (import.meta.main)
  console.log(tally(globSync('reports/vitest*.json').map((path) => JSON.parse(readFileSync(path, 'utf8')) as Report)))
