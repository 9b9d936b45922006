import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import * as statement from '../../src/services/statement.ts'
import { testApp } from '../kit/app.ts'
import { bankFile, type Movement } from '../kit/bank.ts'
import { happened, same } from './happened.ts'
import { sized } from './sized.ts'
import { until } from './until.ts'

const lines = sized(statement.mostLines, 200)
const pollMs = sized(100, 10)

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Imports a bank file of 50,000 lines (upload, parse, preview, confirm) while somebody else works with a line. */
export const importing = async (server: string): Promise<void> => {
  const [onServer, embedded] = [await importOn(server), await importOn(undefined)]
  same('what is in the books of PostgreSQL, and of the embedded database', onServer, embedded)
}

/** Imports the file on one engine; answers what it booked. */
const importOn = async (databaseUrl: string | undefined) => {
  const app = await testApp({ databaseUrl })
  const [finance, checker] = [await app.login('finance'), await app.login('financeChecker')]
  await app.start()
  const account = 'BCA-IN'
  const state = async () => (await finance.data(statement.files, {})).files[0]!
  const reaches = async (wanted: string) => {
    let file = await state()
    await until(pollMs, async () => {
      file = await state()
      if (file.state !== wanted && file.words) throw new Error(file.words)
      return file.state === wanted
    })
    return file
  }
  const upload = async (file: Buffer, to: string) => {
    // Files are listed by upload time, so two must not share an instant.
    app.clock.advance(1000)
    await finance.data(statement.upload, { account: to, name: 'bench.csv', content: file.toString('base64') })
  }

  await upload(bankFile(0, [['2026-11-01', 1000, 'one that somebody works with', 'OTHER-1']]), 'MANDIRI')
  const { id, version } = await reaches('staged')
  await finance.data(statement.confirm, { id, version })
  await reaches('ready')

  const movements = Array.from({ length: lines }, (_, n): Movement => [
    `2026-11-${String(1 + Math.floor((n * 20) / lines)).padStart(2, '0')}`,
    10_000 + n,
    `TRSF E-BANKING CR 0111/FTSCY/WS95031 ${n} SOMEBODY`,
    `BENCH-${n}`,
  ])
  const file = bankFile(0, movements)
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  const began = performance.now()
  await upload(file, account)
  const staged = await reaches('staged')
  const read = performance.now() - began
  await finance.data(statement.confirm, { id: staged.id, version: staged.version })

  const waits: number[] = []
  const [line] = (await finance.data(statement.list, { account: 'MANDIRI' })).rows
  let now = line!.version
  await until(pollMs, async () => {
    const from = performance.now()
    const body = { id: line!.id, version: now }
    const answer =
      (now - line!.version) % 2 === 0
        ? await finance.data(statement.makeException, { ...body, reason: 'other', owner: checker.id })
        : await finance.data(statement.liftException, body)
    waits.push(performance.now() - from)
    now = answer.version
    return (await state()).state === 'ready'
  })
  const all = performance.now() - began
  loop.disable()
  happened('nobody else worked meanwhile', waits.length > 0)
  const p99 = waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.99)]!
  console.log(
    `bank statement: ${lines.toLocaleString('en')} lines, ${(file.length / 2 ** 20).toFixed(1)} MB, ${databaseUrl ? 'PostgreSQL' : 'embedded, in memory'}`,
  )
  console.log(`  read and staged in ${inSeconds(read)}, in the books after ${inSeconds(all)} (aim: under 20 s)`)
  console.log(`  somebody else's ${waits.length} commands meanwhile: p99 ${p99.toFixed(0)} ms`)
  console.log(
    `  event loop: p99 ${(loop.percentile(99) / 1e6).toFixed(1)} ms, ${(loop.max / 1e6).toFixed(1)} ms at most`,
  )
  const { rows } = await sql<{ lines: number; amount: number }>`
    select count(*) as lines, sum(amount)::bigint as amount from statement_line where account = ${account}`.execute(
    app.db.sql,
  )
  await app.close()
  same('lines in the books, and lines of the file', rows[0]!.lines, lines)
  return rows[0]!
}
