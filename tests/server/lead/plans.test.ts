import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BodyOf } from '../../../src/services/endpoint.ts'
import * as lead from '../../../src/services/lead.ts'
import * as quality from '../../../src/services/quality.ts'
import * as verifyCode from '../../../src/services/verifyCode.ts'
import { type Caller, start } from '../../kit/app.ts'
import { onlyPostgres } from '../../kit/engines.ts'
import { fillLeads } from '../../kit/manyLeads.ts'
import { type Watched, watched } from '../../kit/watched.ts'
import { withApp } from '../../kit/withApp.ts'

const many = 100_000
const day = 86_400_000
const big = ['lead', 'lead_counted', 'lead_check', 'quality', 'verify_code']
const mostBlocks = 12_000

type Filter = Omit<BodyOf<typeof lead.count>, 'exact'>
type CodeFilter = Omit<BodyOf<typeof verifyCode.count>, 'exact'>
type CheckFilter = Omit<BodyOf<typeof quality.count>, 'exact'>

// The worst case of each filter: what nearly all rows have, and what only the oldest few have.
const filters: Filter[] = [
  {},
  { state: 'waiting' },
  { state: 'invalid' },
  { mine: true },
  { callBackDue: true },
  { seller: 'staff/nobody' },
  { batch: 'RARE' },
  { batch: 'B-1' },
  { source: 'rare' },
  { channel: 'whatsapp' },
  { outcome: 'refused' },
  { outcome: 'reached' },
  { result: 'applied' },
  { registered: 'yes' },
  { registered: 'no' },
  { applied: 'yes' },
  { repeated: true },
  { reached: true },
  { paid: true },
  { quality: 'appealed' },
  { quality: 'passed' },
  { callBackFrom: start, callBackTo: start + day },
  { contactedFrom: start - 500 * day, contactedTo: start - 499 * day },
  { importedFrom: start - 500 * day, importedTo: start - 499 * day },
]
const checkFilters: CheckFilter[] = [
  {},
  { state: 'appealed' },
  { state: 'passed' },
  { seller: 'staff/nobody' },
  { checker: 'staff/rare' },
  { cause: 'complaint' },
  { appealed: 'yes' },
  { agrees: 'no' },
  { compared: 'staff/rare' },
  { sampledFrom: start - 400 * day, sampledTo: start - 399 * day },
]
const codeFilters: CodeFilter[] = [
  {},
  { state: 'issued' },
  { state: 'used' },
  { state: 'voided' },
  { seller: 'staff/nobody' },
  { seller: 'staff/rare' },
  { seller: 'staff/3' },
  { phone: '+628111111111' },
  { fullName: 'Nama Langka' },
  { issuedFrom: start - 400 * day, issuedTo: start - 399 * day },
]

describe.each(onlyPostgres())(`on $engine with ${many} leads`, ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let head: Caller
  let database: Watched
  beforeAll(async () => {
    await fillLeads(app.db, many, start)
    head = await app.login('telemarketingLead')
    database = await watched(app, databaseUrl!)
  })
  afterAll(async () => {
    await database.close()
  })
  // What half of the rows have is counted along the list's order, which discards as many as it counts.
  const bounds = { big, mostRows: 25_000, mostBlocks }
  const isRead = (text: string) => /from "(lead|quality|verify_code)"/.test(text)

  test.each(filters)('a page of leads and their count by %o read what they show, and little more', async (filter) => {
    const asked = [
      ...(await database.calling(head, lead.list, filter)),
      ...(await database.calling(head, lead.count, filter)),
    ]
    expect(await database.faults(asked, isRead, bounds)).toEqual([])
  })

  test.each(codeFilters)(
    'a page of codes and their count by %o read what they show, and little more',
    async (filter) => {
      const asked = [
        ...(await database.calling(head, verifyCode.list, filter)),
        ...(await database.calling(head, verifyCode.count, filter)),
      ]
      expect(await database.faults(asked, isRead, bounds)).toEqual([])
    },
  )

  test.each(checkFilters)(
    'a page of checks and their count by %o read what they show, and little more',
    async (filter) => {
      const asked = [
        ...(await database.calling(head, quality.list, filter)),
        ...(await database.calling(head, quality.count, filter)),
      ]
      expect(await database.faults(asked, isRead, bounds)).toEqual([])
    },
  )

  test('so does a page deep in the list, by either order', async () => {
    const after = { importedAt: start - 300 * day, callAt: start + day, id: 'lead-1' }
    for (const sort of ['importedAt', '-importedAt', 'callAt'] as const)
      expect(
        await database.faults(await database.calling(head, lead.list, { sort, after }), isRead, bounds),
        sort,
      ).toEqual([])
  })

  test('so does the calendar of call-backs, of all sellers', async () => {
    expect(await database.faults(await database.calling(head, lead.callBacks, {}), isRead, bounds)).toEqual([])
  })

  test('the figures of batches read their own lines alone', async () => {
    const asked = [
      ...(await database.calling(head, lead.originList, { by: 'source' })),
      ...(await database.calling(head, lead.originCount, {})),
    ]
    expect(asked.filter(({ sql: text }) => isRead(text))).toEqual([])
    const { rows } = await sql<{ lines: number }>`select count(*)::int as lines from lead_origin`.execute(app.db.sql)
    expect(rows[0]!.lines).toBeGreaterThan(100)
  })
})
