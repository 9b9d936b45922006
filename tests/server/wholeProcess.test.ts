import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { Words } from '../../scripts/statecharts/words.ts'
import { stepsOf } from '../../src/machines/chart.ts'
import { lifecycles } from '../../src/machines/lifecycles.ts'
import { withdrawalMachine } from '../../src/machines/withdrawal.ts'
import { heard, projections } from '../../src/server/processes.ts'
import { aboutKeys, effectsOf, lacking, neededKeys } from '../kit/chartWords.ts'
import { effectsDone, exportedByServices } from '../kit/declared.ts'
import { hearers } from '../model/hearers.ts'

const languages = ['id', 'en', 'zh']

/** Where a part of an older process stands instead of the usual place. */
const instead: Readonly<Record<string, string>> = {
  // These have no rule on events that another test does not say: the scenarios and the calls over HTTP do.
  'tests/machines/account.test.ts': 'tests/server/access/account.test.ts',
  'tests/machines/apiKey.test.ts': 'tests/scenarios/apiKey/made.json',
  'tests/machines/role.test.ts': 'tests/server/access/role.test.ts',
  // Two charts of one screen.
  'src/services/reviewGroup.ts': 'src/services/reviewers.ts',
  'src/services/reviewer.ts': 'src/services/reviewers.ts',
  'tests/model/reviewGroup.driver.ts': 'tests/model/reviewers.driver.ts',
  'tests/model/reviewGroup.screens.ts': 'tests/model/reviewers.screens.ts',
  'tests/model/reviewer.driver.ts': 'tests/model/reviewers.driver.ts',
  'tests/model/reviewer.screens.ts': 'tests/model/reviewers.screens.ts',
  // Calls of one screen or one part of the spec.
  'src/services/role.ts': 'src/services/access.ts',
  'src/services/ruleSet.ts': 'src/services/risk.ts',
  'src/services/bulk.ts': 'src/services/jobs.ts',
  'src/services/export.ts': 'src/services/jobs.ts',
  'src/services/customerEdit.ts': 'src/services/order.ts',
  'src/services/orderSheet.ts': 'src/services/order.ts',
  'src/services/bankStatement.ts': 'src/services/statement.ts',
  'src/services/statementDay.ts': 'src/services/statement.ts',
  'src/services/statementLine.ts': 'src/services/statement.ts',
  'tests/model/apiKey.screens.ts': 'tests/model/apiKey.driver.ts',
  'src/views/apiKey': 'src/views/setting',
  'src/views/backtest': 'src/views/risk',
  'src/views/bulk': 'src/views/jobs',
  'tests/server/apiKey': 'tests/server/setting',
  'tests/server/collectionGroup': 'tests/server/collector',
}

/** The folder of an older process that shares it with others. */
const shared: Readonly<Record<string, string>> = {
  account: 'access',
  role: 'access',
  export: 'exports',
  customerEdit: 'order',
  orderSheet: 'order',
  reviewGroup: 'reviewers',
  reviewer: 'reviewers',
  ruleSet: 'risk',
  bankStatement: 'statement',
  statementLine: 'statement',
  statementDay: 'statement',
}

const filesOf = (name: string) => [
  `src/machines/${name}.ts`,
  `src/services/${name}.ts`,
  ...languages.flatMap((language) => [`locales/${language}/${name}.json`, `locales/about/${language}/${name}.json`]),
  `tests/golden/${name}.json`,
  `tests/machines/${name}.test.ts`,
  ...['moves', 'driver', 'screens', 'invariants'].map((part) => `tests/model/${name}.${part}.ts`),
  ...['src/server', 'src/views', 'tests/server'].map((side) => `${side}/${shared[name] ?? name}`),
]

// Their text, and not their values: an import of a missing file would hide every other gap.
const models = readFileSync('tests/model/charts.ts', 'utf8')
const invariants = readFileSync('tests/model/invariants.all.ts', 'utf8')

const done = effectsDone()
const tables = projections.tables.map(({ prefix }) => prefix.slice(0, -1))
const endpointIds = async () => (await exportedByServices()).map((value) => (value as { id?: unknown } | null)?.id)

const wordsIn = (path: string): Words => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Words) : {})

/** Every place that a process lacks, in words. */
const gapsOf = async ({ name, machine }: { name: string; machine: AnyStateMachine }): Promise<string[]> => {
  const endpoints = await endpointIds()
  const interfaces = new Set(stepsOf(machine).flatMap(({ meta }) => meta.interface ?? []))
  const missing: (string | readonly string[])[] = [
    filesOf(name)
      .filter((path) => !existsSync(instead[path] ?? path))
      .map((path) => `${path} is missing`),
    languages.flatMap((language) => [
      ...lacking(wordsIn(`locales/${language}/${name}.json`), neededKeys(machine)).map(
        (key) => `locales/${language}/${name}.json lacks ${key}`,
      ),
      ...lacking(wordsIn(`locales/about/${language}/${name}.json`), aboutKeys(machine)).map(
        (key) => `locales/about/${language}/${name}.json lacks ${key}`,
      ),
    ]),
    [...interfaces].filter((id) => !endpoints.includes(id)).map((id) => `no endpoint of src/services is ${id}`),
    effectsOf(machine)
      .filter((effect) => !done.includes(effect))
      .map((effect) => `no process does the effect ${effect}`),
    Object.hasOwn(heard, name) ? [] : 'no process says who hears of it (`heard`)',
    tables.includes(name) ? [] : 'no process has its table (`projections`)',
    models.includes(` ${name}Model,\n`) ? [] : 'tests/model/charts.ts has no model of it',
    invariants.includes(`\n  ${name}Invariants,`) ? [] : 'tests/model/invariants.all.ts has none of it',
    Object.hasOwn(hearers, name) ? [] : 'tests/model/hearers.ts does not say who hears of it',
    globSync(`tests/scenarios/${name}/*.json`).length >= 3 ? [] : `tests/scenarios/${name} has fewer than three`,
  ]
  return missing.flat()
}

test('no process lacks a part, and each gap is named', async () => {
  const gaps = await Promise.all(lifecycles.map(async (one) => (await gapsOf(one)).map((gap) => `${one.name}: ${gap}`)))
  expect(gaps.flat()).toEqual([])
})

test('a process with nothing but its chart lacks every part', async () => {
  const gaps = await gapsOf({ name: 'chartAlone', machine: withdrawalMachine })
  expect(gaps.filter((gap) => gap.startsWith('locales/') && gap.includes('lacks')).length).toBeGreaterThan(100)
  expect(gaps.filter((gap) => !gap.includes('lacks'))).toEqual([
    ...filesOf('chartAlone').map((path) => `${path} is missing`),
    'no process says who hears of it (`heard`)',
    'no process has its table (`projections`)',
    'tests/model/charts.ts has no model of it',
    'tests/model/invariants.all.ts has none of it',
    'tests/model/hearers.ts does not say who hears of it',
    'tests/scenarios/chartAlone has fewer than three',
  ])
})

test('what stands elsewhere does stand there, and not at its usual place too', () => {
  const wrong = Object.entries(instead).filter(([usual, there]) => existsSync(usual) || !existsSync(there))
  expect(wrong).toEqual([])
})
