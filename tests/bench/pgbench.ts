import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { which } from '../../scripts/which.ts'
import type { Store } from '../../src/server/store.ts'
import { lifeOf } from './lives.ts'

type Said = { text: string; values: unknown[] }

/** What the store says to PostgreSQL for each command of an application's life, a transaction each, as the driver sends it. */
const statementsOf = async (store: Store, orderNo: string): Promise<Said[][]> => {
  const said: Said[][] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    if (typeof args[0] === 'string') said.at(-1)!.push({ text: args[0], values: (args[1] ?? []) as unknown[] })
    return query.apply(this, args)
  } as typeof query
  try {
    for (const command of lifeOf(orderNo)) {
      said.push([])
      await store.send(command)
    }
  } finally {
    pg.Client.prototype.query = query
  }
  return said.map((statements) => statements.slice(statements.findIndex(({ text }) => text === 'begin')))
}

// pgbench puts its variables into the text as it stands. One position a transaction makes versions, keys and ids unique as well.
const variable: Record<string, string> = {
  pos: ':pos',
  version: ':pos',
  key: '"k:client_id-:pos"',
  command: '"k:client_id-:pos"',
  id: '"i:client_id-:pos"',
  event: '"i:client_id-:pos"',
}
const inJson = (text: string) =>
  text.replace(/"(\w+)":("(?:[^"\\]|\\.)*"|\d+)/g, (whole, name: string) =>
    variable[name] ? `"${name}": ${variable[name]}` : whole,
  )

const literal = (value: unknown): string =>
  typeof value === 'number'
    ? ':pos'
    : `'${inJson(String(value)).replaceAll("'", "''").replaceAll('\\', '\\\\')}'`.replace(/^'(?=[\s\S]*\\)/, "E'")

const scriptOf = (statements: readonly Said[], orderNo: string) =>
  [
    String.raw`\set slot random(1, 200)`,
    ...statements.map(({ text, values }) => {
      if (text.includes('es_head for update')) return `${text.replace('select pos', 'select pos + 1 as pos')} \\gset`
      const said = text.replaceAll(/\$(\d+)/g, (_, nth: string) => literal(values[Number(nth) - 1]))
      return `${said.replaceAll('\n', ' ')};`
    }),
  ]
    .join('\n')
    .replaceAll(orderNo, 'LK-:client_id-:slot')

const pgbench = () => which('pgbench') ?? globSync('/usr/lib/postgresql/*/bin/pgbench').at(-1)

/** The same statements through `pgbench`, a command a transaction; commands a second, or undefined on a machine without it. */
export const onePerTransaction = async (
  store: Store,
  databaseUrl: string,
  clients: number,
  seconds: number,
): Promise<number | undefined> => {
  const program = pgbench()
  if (!program) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'loket-pgbench-'))
  try {
    const orderNo = `LK-${randomUUID()}`
    const scripts = (await statementsOf(store, orderNo)).map((statements, index) => {
      const file = join(folder, `${index}.sql`)
      writeFileSync(file, scriptOf(statements, orderNo))
      return ['-f', file]
    })
    const options = ['-n', '-M', 'simple', '-c', `${clients}`, '-j', '2', '-T', `${seconds}`]
    const { stdout, stderr } = spawnSync(program, [...options, ...scripts.flat(), databaseUrl], { encoding: 'utf8' })
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1]
    if (!rate || /error/i.test(stderr)) throw new Error(`pgbench: ${stderr.slice(0, 2000)}`)
    return Number(rate)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
