import { expect, inject, test } from 'vitest'
import { happened, same } from '../bench/happened.ts'
import { inBrowser, onServer, runBench } from '../kit/bench.ts'

const databaseUrl = inject('databaseUrl')

test.for(onServer)('the benchmark `%s` finds that what it compares has happened', async (part, { skip }) => {
  skip(!databaseUrl, 'no PostgreSQL on this machine')
  const { code, out, err } = await runBench([part], { DATABASE_URL: databaseUrl! })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out.split('\n').length).toBeGreaterThan(2)
})

test('each benchmark is tried', async () => {
  const { code, err } = await runBench(['nothing'])
  expect(code).toBe(2)
  const named = /There are ([\w, ]+);/.exec(err)![1]!.split(', ')
  expect(named.toSorted()).toEqual([...onServer, ...inBrowser].toSorted())
})

test('one in which nothing happened, or not the same on both sides, ends with an error that says what', () => {
  expect(() => happened('no row', false)).toThrow('this benchmark measured nothing: no row')
  expect(() => same('rows', [1, 2], [1])).toThrow('this benchmark measured nothing: rows: [1,2] is not [1]')
  expect(() => same('rows', [1], [1])).not.toThrow()
})
