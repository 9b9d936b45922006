import { fileURLToPath } from 'node:url'
import { runProgram } from './cli.ts'
import { templatesVariable } from './templates.ts'

const program = fileURLToPath(new URL('../bench/run.ts', import.meta.url))

/** Runs parts of the benchmarks at their smallest size, on this run's templates; answers exit code and output. */
export const runBench = (parts: readonly string[], env: Record<string, string> = {}) =>
  runProgram(program, ['--small', ...parts], { [templatesVariable]: process.env[templatesVariable] ?? '', ...env })

export const onServer = [
  'commands',
  'size',
  'filters',
  'money',
  'export',
  'backtest',
  'statement',
  'day',
  'report',
  'leads',
  'sms',
  'collection',
] as const
export const inBrowser = ['start', 'console'] as const
