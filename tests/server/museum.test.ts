import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Kind, StreamOf } from '../../src/machines/lifecycles.ts'
import { limits } from '../../src/server/kit/limits.ts'
import { Refused } from '../../src/server/kit/refused.ts'
import { derivedTables, type Row } from '../../src/server/maintenance/derivedTables.ts'
import { rebuild } from '../../src/server/maintenance/rebuild.ts'
import { verify } from '../../src/server/maintenance/verify.ts'
import { projections } from '../../src/server/processes.ts'
import type { Command } from '../../src/server/store/command.ts'
import { createStore } from '../../src/server/store/store.ts'
import { engines } from '../kit/engines.ts'
import { rowsMade } from '../kit/made.ts'
import { withApp } from '../kit/withApp.ts'
import { acceptedBy, isOver } from '../museum/oneMore.ts'
import { refusedOf } from '../museum/opened.ts'

const folder = join(import.meta.dirname, '../museum')
const files = readdirSync(folder).filter((name) => name.endsWith('.sql.br'))
const dumpOf = (file: string) => brotliDecompressSync(readFileSync(join(folder, file))).toString()

/** The events of each commit's log that later rules would refuse. */
const forbidden: Record<string, string[]> = {
  a136a18: [
    'loan.largeReductionApproved somethingOwed',
    'loan.reductionApproved somethingOwed',
    'loan.rolloverPaid notAfterOffer',
    'loan.rolloverPaid onTheBooks',
    'loan.rolloverPaid somethingOwed',
  ],
  dc8be98: ['loan.rolloverPaid notAfterOffer'],
  '7b669f7': ['loan.rolloverPaid notAfterOffer'],
  f0dc675: [],
  f8214ef: [],
  '73ef1a4': [],
  '8ce5969': [],
  a3552c4: [
    'payout.payoutCancelled oldAttemptFinal',
    'payout.payoutResolved othersFinal',
    'payout.unpaidProposed ofSending',
  ],
}

const unlimited = { ...limits, calls: { ...limits.calls, ofSession: 100_000 } }
const noon = Date.UTC(2026, 10, 25, 5)

describe.each(files.flatMap((file) => engines().map((engine) => ({ file, ...engine }))))(
  'the log of $file on $engine',
  ({ file, databaseUrl }) => {
    const { app } = withApp({ databaseUrl, dump: dumpOf(file), at: noon, limits: unlimited })

    const verified = async () => {
      const { problems, forbidden: refused } = await verify(app.db)
      return { problems, forbidden: refused.map(({ event, rule }) => `${event} ${rule}`).toSorted() }
    }
    const streamRows = async (): Promise<Row[]> =>
      app.db.sql.selectFrom('es_stream').selectAll().orderBy('stream').execute()

    test('is verified, and what rules of today would refuse is told apart', async () => {
      expect(await verified()).toEqual({ problems: [], forbidden: forbidden[file.split('.')[1]!] })
    })

    test('is rebuilt to the same rows', async () => {
      const [streams, { es_stream: _before, ...rows }] = [await streamRows(), await rowsMade(app.db)]
      await rebuild(app.db)
      const { es_stream: _after, ...again } = await rowsMade(app.db)
      expect(again).toEqual(rows)
      const { isAsMade } = derivedTables.find(({ table }) => table === 'es_stream')!
      const rebuilt = await streamRows()
      expect(rebuilt).toHaveLength(streams.length)
      expect(streams.filter((row, index) => !isAsMade!(row, rebuilt[index]!))).toEqual([])
    })

    test('opens: every list, every record as it is and was, every entry of both logs', async () => {
      const { opened, refused } = await refusedOf(app)
      expect(refused).toEqual([])
      expect(opened).toBeGreaterThan(500)
    })

    test('goes on: every stream accepts one more command', async () => {
      const store = createStore({ db: app.db, projections, ids: app.server.ids })
      const commands: Command[] = []
      const none: string[] = []
      for (const { stream, state } of await app.db.sql.selectFrom('es_stream').select(['stream', 'state']).execute()) {
        const now = await store.state(stream as StreamOf<Kind>)
        const command = acceptedBy(stream, now, noon)
        if (command) commands.push(command)
        else if (!isOver(stream, now)) none.push(`${stream.split('/')[0]} ${state}`)
      }
      const outcomes = await store.append(commands)
      expect(
        outcomes.flatMap((outcome, index) => (outcome instanceof Refused ? [commands[index]!.stream] : [])),
      ).toEqual([])
      expect([...new Set(none)].toSorted()).toEqual([])
      expect((await verified()).problems).toEqual([])
    })
  },
)
