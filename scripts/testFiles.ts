import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { lifecycles } from '../src/machines/lifecycles.ts'

export const testFiles = (): string[] => globSync('tests/**/*.test.{ts,tsx}').toSorted()

/** Other file name prefixes of a process, beside its own name: `reviewGroup.ts`, `bookedOnce.test.ts`. */
const alsoCalled: Record<string, readonly string[]> = {
  approval: ['approve', 'review', 'machiner', 'orders', 'intake', 'detail'],
  customerEdit: ['order', 'order.edit', 'maskedCustomer'],
  account: ['access', 'accounts', 'power', 'rights', 'firstAdmin', 'session'],
  role: ['access', 'power', 'rights', 'matrix', 'reach'],
  export: ['exports', 'jobs', 'unrecorded'],
  bulk: ['jobs'],
  ruleSet: ['rules', 'risk'],
  orderSheet: ['order', 'order.sheet', 'spreadsheet', 'uploads', 'excel'],
  reviewGroup: ['reviewers', 'dispatch'],
  reviewer: ['reviewers', 'dispatch', 'choose', 'shifts'],
  payout: ['payouts', 'providerReports', 'orderMoney'],
  loan: ['loans', 'virtualAccount', 'repay', 'instalment', 'openLoan', 'allocation', 'ledger', 'schedule'],
  bankStatement: ['bankFiles', 'statement', 'virtualAccount', 'virtualAccounts'],
  statementLine: ['bankStatement', 'statement', 'bookedOnce'],
  statementDay: ['bankStatement', 'statement'],
  withdrawal: ['withdrawals', 'providerReports'],
  setting: ['settings', 'access', 'power'],
  apiKey: ['access', 'power'],
}

export const processes = lifecycles.map(({ name }) => name)

const stem = (path: string) => basename(path).replace(/\.(test|events)?\.?tsx?$/, '')
/** A file's base name, and of a file of the server, the views or their tests also the folder's name. */
const stems = (path: string) => [
  stem(path),
  ...(/^(?:src|tests)\/(?:server|views)\/(\w+)\//.exec(path)?.slice(1) ?? []),
]
const isCalled = (path: string, names: readonly string[]) =>
  names.some((name) => stems(path).some((one) => new RegExp(`^${name}($|[.A-Z])`, 'i').test(one)))
const namesOf = (process: string) => [process, ...(alsoCalled[process] ?? [])]

/** The processes to which a file belongs by its name. */
export const processesOf = (path: string): string[] => processes.filter((name) => isCalled(path, namesOf(name)))

/** The tests of one process: those named after it, and those that import its chart, server or view files. */
export const testsOf = (process: string): string[] => {
  const own = (path: string) => /^src\/(machines|server|views)\//.test(path) && isCalled(path, [process])
  return testFiles().filter((test) => isCalled(test, namesOf(process)) || importsOf(test).some(own))
}

const imported = new Map<string, string[]>()

/** Direct relative imports of a file, as paths from the repository root. */
export const importsOf = (path: string): string[] => {
  const known = imported.get(path)
  if (known) return known
  const names = [...readFileSync(path, 'utf8').matchAll(/(?:from |import |import\()'(\.[^']+)'/g)]
  const found = names.map(([, name]) => normalize(join(dirname(path), name!)))
  imported.set(path, found)
  return found
}

/** The tests that import a file, directly or through other files of tests/. */
export const testsThatImport = (path: string): string[] => {
  const reached = new Set([path])
  const helpers = globSync('tests/**/*.{ts,tsx}')
  for (let size = 0; size < reached.size;) {
    size = reached.size
    for (const one of helpers) if (importsOf(one).some((name) => reached.has(name))) reached.add(one)
  }
  return testFiles().filter((test) => reached.has(test))
}
