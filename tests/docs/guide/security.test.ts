import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bounds } from '../../../src/server/kit/json.bounds.ts'
import { limits } from '../../../src/server/kit/limits.ts'

const guide = readFileSync(new URL('../../../docs/guide/security.md', import.meta.url), 'utf8')
const rows = guide.split('\n').filter((line) => line.startsWith('|'))
const cellsOf = (begin: string) => {
  const found = rows.find((row) => row.startsWith(`| ${begin}`))
  return found?.split('|').map((cell) => cell.trim()) ?? []
}

describe('the page on security', () => {
  test('names tests that are there', () => {
    const named = [...guide.matchAll(/\bT ([\w./-]+)/g)].map(([, name]) => name!)
    const missing = named.filter(
      (name) =>
        !['.test.ts', '.test.tsx'].some((ending) => existsSync(new URL(`../../${name}${ending}`, import.meta.url))),
    )
    expect(missing).toEqual([])
    expect(named.length).toBeGreaterThan(60)
  })

  test('names each requirement at one place, unless in part', () => {
    const wholly = rows
      .filter((row) => /^\| \d/.test(row) && !row.includes(' in part'))
      .map((row) => row.split('|')[1]!)
    const numbers = wholly.flatMap((cell) => [...cell.matchAll(/\d+\.\d+\.\d+/g)].map(([number]) => number))
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  })

  test('says of logins and limits what holds', () => {
    const { logins, calls, share, inHand, arriving, atOnce, feeds, answer, connection } = limits
    const seconds = (ms: number) => `${ms / 1000} seconds`
    expect(logins.window).toBe(15 * 60_000)
    expect([
      cellsOf('one e-mail from one address')[2],
      cellsOf('one e-mail from any')[2],
      cellsOf('one address')[2],
      cellsOf('one account on')[2],
      cellsOf('calls of one session')[2],
      cellsOf('calls of one person')[2],
      cellsOf('change feeds')[2],
      cellsOf('time of the process')[2],
      cellsOf('bodies over')[2],
      cellsOf('bodies that wait')[2],
      cellsOf('what arrives')[2],
      cellsOf("a body's depth")[2],
      cellsOf('an answer')[2],
      cellsOf('the head')[2],
      cellsOf('a whole')[2],
      cellsOf('a connection')[2],
    ]).toEqual([
      String(logins.ofPair),
      String(logins.ofAccount),
      String(logins.ofAddress),
      String(logins.ofDevice),
      `${calls.ofSession.toLocaleString('en')} (\`CALLS_PER_MINUTE\`)`,
      String(atOnce),
      String(feeds),
      `${seconds(share.most)} (\`SECONDS_PER_MINUTE\`)`,
      `${inHand.bytes / 1024 / 1024} MiB, half of it for one caller`,
      `${inHand.waiting} of one caller, ${seconds(inHand.patience)}`,
      `${arriving.least / 1024 / 1024} MiB in each ${seconds(arriving.window)}`,
      `${bounds.depth}, ${bounds.values.toLocaleString('en')}, ${bounds.name} bytes, ${bounds.text.toLocaleString('en')} bytes`,
      seconds(answer),
      `${seconds(connection.head)}, ${connection.headBytes / 1024} KiB`,
      seconds(connection.request),
      `${seconds(connection.silent)}, ${connection.keptOpen / 1000} between two calls`,
    ])
    expect(calls.timesOfAddress).toBe(10)
  })
})
