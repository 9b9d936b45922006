import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { which } from '../../scripts/which.ts'
import type { Store } from '../../src/server/store/store.ts'
import { happened } from './happened.ts'
import { lifeOf } from './lives.ts'

type Statement = { text: string; values: unknown[] }

/** The statements that the store sends to PostgreSQL for an application's commands, one transaction per command. */
const statementsOf = async (store: Store, orderNo: string): Promise<Statement[][]> => {
  const transactions: Statement[][] = []
  // Patches the query's `submit`: open pools have already bound their clients' `query`.
  const { submit } = pg.Query.prototype
  pg.Query.prototype.submit = function (this: pg.Query & Partial<Statement>, connection) {
    if (this.text) transactions.at(-1)!.push({ text: this.text, values: this.values ?? [] })
    return submit.call(this, connection)
  }
  try {
    for (const command of lifeOf(orderNo)) {
      transactions.push([])
      await store.send(command)
    }
  } finally {
    pg.Query.prototype.submit = submit
  }
  return transactions.map((statements) => {
    happened(
      'a command whose statements were not recorded',
      statements.some(({ text }) => /insert into "?es_event/.test(text)),
    )
    return statements.slice(statements.findIndex(({ text }) => text === 'begin'))
  })
}

// pgbench substitutes variables as text. The position of each transaction also makes versions, keys and ids unique.
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

const scriptOf = (statements: readonly Statement[], orderNo: string) =>
  [
    String.raw`\set slot random(1, 200)`,
    ...statements.map(({ text, values }) => {
      if (text.includes('es_head for update')) return `${text.replace('select pos', 'select pos + 1 as pos')} \\gset`
      const statement = text.replaceAll(/\$(\d+)/g, (_, nth: string) => literal(values[Number(nth) - 1]))
      return `${statement.replaceAll('\n', ' ')};`
    }),
  ]
    .join('\n')
    .replaceAll(orderNo, 'LK-:client_id-:slot')

const pgbench = () => which('pgbench') ?? globSync('/usr/lib/postgresql/*/bin/pgbench').at(-1)

/** The store's statements as one pgbench script per command; undefined on a machine without pgbench. */
export const commandScripts = async (store: Store): Promise<string[] | undefined> => {
  if (!pgbench()) return undefined
  const orderNo = `LK-${randomUUID()}`
  return (await statementsOf(store, orderNo)).map((statements) => scriptOf(statements, orderNo))
}

/** Runs scripts in pgbench, one command per transaction; answers commands per second and their number. */
export const runPgbench = (scripts: readonly string[], databaseUrl: string, clients: number, seconds: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'loket-pgbench-'))
  try {
    const files = scripts.map((script, index) => {
      const file = join(folder, `${index}.sql`)
      writeFileSync(file, script)
      return ['-f', file]
    })
    const options = ['-n', '-M', 'simple', '-c', `${clients}`, '-j', '2', '-T', `${seconds}`]
    const { stdout, stderr } = spawnSync(pgbench()!, [...options, ...files.flat(), databaseUrl], { encoding: 'utf8' })
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1]
    const sent = /transactions actually processed: (\d+)/.exec(stdout)?.[1]
    if (!rate || !sent || /error/i.test(stderr)) throw new Error(`pgbench: ${stderr.slice(0, 2000)}`)
    return { rate: Number(rate), sent: Number(sent) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
