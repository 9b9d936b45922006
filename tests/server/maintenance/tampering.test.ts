import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { randomOf } from '../../../src/server/kit/random.ts'
import { chainHeadsOf, parseChainHeads } from '../../../src/server/maintenance/chainHeads.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import { oneEngine } from '../../kit/engines.ts'
import { rehash } from '../../kit/rehash.ts'
import { withApp } from '../../kit/withApp.ts'

const seed = process.env.TAMPER_SEED ?? String(Date.now())
const most = inject('deep') ? 100 : 20

const chains = [
  {
    table: 'es_event',
    head: 'es_head',
    what: 'event',
    columns: ['stream', 'id', 'type', 'state', 'actor', 'command', 'data', 'prev', 'hash'],
  },
  {
    table: 'audit',
    head: 'audit_head',
    what: 'audit entry',
    columns: ['actor', 'type', 'subject', 'data', 'prev', 'hash'],
  },
] as const
type Chain = (typeof chains)[number]

const ascending = (numbers: Iterable<number>) => [...new Set(numbers)].toSorted((one, other) => one - other)

/**
 * The positions whose links are reported as wrong; problems that follow from those in a chart or list are not counted.
 */
const named = (problems: readonly string[], { what }: Chain): number[] => {
  const wrong = '(?:is|are) missing|its contents were changed|is not the one that (?:event|audit entry|the head) '
  const pattern = new RegExp(`^${what} (\\d+)(?: to (\\d+))?: (?:${wrong})`)
  return ascending(
    problems.flatMap((problem) => {
      const [, from, to = from] = pattern.exec(problem) ?? []
      return Array.from({ length: from ? Number(to) - Number(from) + 1 : 0 }, (_, index) => Number(from) + index)
    }),
  )
}

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 80 })
  const execute = (statement: string) => sql.raw(statement).execute(app.db.sql)
  const tables = chains.flatMap(({ table, head }) => [table, head])

  beforeAll(async () => {
    for (let n = 0; n < 60; n += 1)
      await app.server.audit.record({
        at: app.clock.now(),
        actor: 'staff/2',
        type: 'recordViewed',
        subject: `approval/LK${n}`,
        data: { day: '2026-11-21' },
      })
    for (const table of tables) await execute(`create table kept_${table} as select * from ${table}`)
    // A tamperer owns the database: nobody else gets past the triggers.
    for (const { table } of chains) await execute(`alter table ${table} disable trigger user`)
  })
  afterEach(async () => {
    for (const table of tables) {
      await execute(`delete from ${table}`)
      await execute(`insert into ${table} select * from kept_${table}`)
    }
  })

  const found = async (chain: Chain) => named((await verify(app.db)).problems, chain)
  const headOf = async ({ head }: Chain) =>
    (await app.db.sql.selectFrom(head).select('pos').executeTakeFirstOrThrow()).pos

  test(`${most} rows of both chains, altered, deleted or swapped at random, are named, and no other is`, async () => {
    console.log(`TAMPER_SEED=${seed}`)
    const random = randomOf(seed)
    const tampered = { es_event: new Set<number>(), audit: new Set<number>() }
    const heads = { es_event: await headOf(chains[0]), audit: await headOf(chains[1]) }
    const untouched = (table: Chain['table']): number => {
      const pos = random.int(1, heads[table])
      if (tampered[table].has(pos)) return untouched(table)
      tampered[table].add(pos)
      return pos
    }
    while (tampered.es_event.size + tampered.audit.size < most) {
      const { table, columns } = random.pick(chains)
      const pos = untouched(table)
      const way = random.pick(['alter', 'delay', 'delete', 'swap'])
      if (way === 'delete') await execute(`delete from ${table} where pos = ${pos}`)
      else if (way === 'delay') await execute(`update ${table} set at = at + 1 where pos = ${pos}`)
      else if (way === 'alter') {
        const column = random.pick(columns)
        await execute(`update ${table} set ${column} = ${column} || ' ' where pos = ${pos}`)
      } else {
        const other = untouched(table)
        await execute(`update ${table} set pos = -1 where pos = ${pos}`)
        await execute(`update ${table} set pos = ${pos} where pos = ${other}`)
        await execute(`update ${table} set pos = ${other} where pos = -1`)
      }
    }
    for (const chain of chains)
      expect(await found(chain), `TAMPER_SEED=${seed}`).toEqual(ascending(tampered[chain.table]))
  })

  describe.each(chains)('in $table', (chain) => {
    const { table, head, what } = chain
    const rewrite = async (pos: number) => {
      await execute(`update ${table} set actor = 'staff/9' where pos = ${pos}`)
      await rehash(app.db, table, pos)
    }

    test('nobody touched anything, and nothing is named', async () => {
      const kept = await chainHeadsOf(app.db)
      expect((await verify(app.db, undefined, kept)).problems).toEqual([])
    })

    test('a row that was rewritten with a hash that fits is told by the one after it', async () => {
      await rewrite(7)
      expect(await found(chain)).toEqual([7])
    })

    test('the last row, rewritten so, is told by the head', async () => {
      const last = await headOf(chain)
      await rewrite(last)
      expect(await found(chain)).toEqual([last])
    })

    test('an end that is cut off is told by the head', async () => {
      const last = await headOf(chain)
      await execute(`delete from ${table} where pos > ${last - 3}`)
      expect(await found(chain)).toEqual([last - 2, last - 1, last])
    })

    test('an end that is cut off together with its head is told by a head that was kept', async () => {
      const kept = parseChainHeads(JSON.stringify(await chainHeadsOf(app.db)))
      const last = await headOf(chain)
      await execute(`delete from ${table} where pos > ${last - 3}`)
      await execute(`update ${head} set (pos, hash) = (select pos, hash from ${table} where pos = ${last - 3})`)
      expect(await found(chain)).toEqual([])
      expect((await verify(app.db, undefined, kept)).problems).toContain(
        `${what} ${last}: was there when the head was kept and is gone; the chain was cut`,
      )
    })

    test('an end that is rewritten together with its head is told by a head that was kept', async () => {
      const kept = parseChainHeads(JSON.stringify(await chainHeadsOf(app.db)))
      const last = await headOf(chain)
      await rewrite(last)
      await execute(`update ${head} set hash = (select hash from ${table} where pos = ${last})`)
      expect(await found(chain)).toEqual([])
      expect((await verify(app.db, undefined, kept)).problems).toContain(
        `${what} ${last}: is not the one that was there when the head was kept; the chain was rewritten there or before`,
      )
    })

    test('what was kept holds when the chain has gone on', async () => {
      const kept = await chainHeadsOf(app.db)
      await app.login('admin')
      expect((await verify(app.db, undefined, kept)).problems).toEqual([])
    })
  })
})

test.each(['', '{}', '{"events":{"pos":-1,"hash":"","at":null}}', 'nowhere.json'])('%j is no head', (text) => {
  expect(() => parseChainHeads(text)).toThrow('--head takes the line that `npm run -s head` printed')
})
