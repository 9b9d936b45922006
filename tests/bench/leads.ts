import { type Database, openPostgres } from '../../src/server/db/database.ts'
import { policy } from '../../src/server/policy.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as lead from '../../src/services/lead.ts'
import * as leadImport from '../../src/services/leadImport.ts'
import * as quality from '../../src/services/quality.ts'
import * as verifyCode from '../../src/services/verifyCode.ts'
import { fillLeads, fillPeople, prospectOf } from '../kit/manyLeads.ts'
import { agree, costOver, type Measured, sayDearest, someRows } from './cost.ts'
import { same } from './happened.ts'
import { lenderOf, minutes, settle } from './lender.ts'
import { loggedIn } from './loggedIn.ts'
import { metricsOf } from './metrics.ts'
import { othersUntil, p99 } from './others.ts'
import { session } from './session.ts'
import { isSmall, sized } from './sized.ts'
import { startServer } from './startServer.ts'
import { until } from './until.ts'

const orders = sized(2_000, 100)
const rows = sized(policy.mostLeads, 300)
const leads = sized(1_000_000, 500)
const idlePages = sized(200, 5)
const pollMs = sized(250, 20)
const day = 86_400_000

const inWords = (count: number) => Math.round(count).toLocaleString('en')
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)
const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Imports the largest file of leads beside others' calls, and walks each list of telemarketing at 1,000,000 leads. */
export const telemarketing = async (postgres: string): Promise<void> => measureLeads(await lenderOf(postgres, orders))

export const measureLeads = async (url: string): Promise<void> => {
  const db = await openPostgres(url)
  const settings = { DATABASE_URL: url, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }
  const importing = await startServer('src/server/main.ts', settings)
  await importFile(db, importing.url)
  await importing.stop()
  const began = performance.now()
  await fillLeads(db, leads, Date.now())
  await fillPeople(db, leads)
  if (!isSmall) await settle(url)
  console.log(`made ${inWords(leads)} leads in ${minutes(performance.now() - began)}`)
  const reading = await startServer('src/server/main.ts', settings)
  await everyList(reading.url)
  await reading.stop()
  await db.close()
}

/** Nobody of the lender has one of these. */
const phoneOf = (n: number) => `0881${String(n).padStart(8, '0')}`

const importFile = async (db: Database, url: string) => {
  const head = await loggedIn(url, 'telemarketingLead')
  const newest = async () => (await head(leadImport.list, {})).imports[0]!
  const idle = await othersUntil(url, (pages) => pages === idlePages)
  const lines = Array.from({ length: rows }, (_, n) => `${phoneOf(n)},Calon Nasabah ${n},31`)
  const file = Buffer.from(`No HP,Nama,Provinsi\n${lines.join('\n')}\n`)
  const about = { name: 'bench.csv', batch: 'BENCH', source: 'bench', proof: 'form of the fair' }

  const samples: { done: number; memory: number; heap: number }[] = []
  let lag = 0
  const note = async (done: number) => {
    const now = await metricsOf(url)
    lag = Math.max(lag, now.lag)
    samples.push({ done, memory: now.memory, heap: now.heap })
  }
  await note(0)
  let isOver = false
  const others = othersUntil(url, () => isOver)
  const began = performance.now()
  await head(leadImport.upload, { ...about, content: file.toString('base64') })
  const staged = performance.now() - began
  const { id, version } = await newest()
  await note(0)
  await head(leadImport.confirm, { id, version })
  await until(pollMs, async () => {
    const now = await newest()
    await note(now.done)
    if (!['running', 'done'].includes(now.state)) throw new Error(`${now.state}: ${now.reason}`)
    return now.state === 'done'
  })
  const took = performance.now() - began
  isOver = true
  const busy = await others

  const { counts } = await newest()
  same('rows of the file, and leads that were imported', rows, counts!.imported)
  const found = await db.sql
    .selectFrom('lead')
    .select(({ fn }) => fn.countAll<number>().as('leads'))
    .where('batch', '=', 'BENCH')
    .executeTakeFirstOrThrow()
  same('rows of the file, and leads of the batch', rows, found.leads)
  const quarter = samples.find(({ done }) => done >= rows / 4)!
  const most = (of: 'memory' | 'heap') => Math.max(...samples.map((one) => one[of]))
  const growth = (of: 'memory' | 'heap') => megabytes(most(of) - quarter[of])
  const steps = new Set(samples.map(({ done }) => done)).size
  console.log(`import of leads: ${inWords(rows)} rows, ${(file.length / 2 ** 20).toFixed(1)} MB`)
  console.log(`  read and staged in ${inSeconds(staged)}, all leads after ${inSeconds(took)} (aim: under 60 s)`)
  console.log(`  ${steps} steps of its progress were seen`)
  console.log(
    `  memory of the server: ${megabytes(samples[0]!.memory)} MB before, ${megabytes(most('memory'))} MB at most, ${growth('memory')} MB of them after the first quarter`,
  )
  console.log(
    `  heap in use: ${megabytes(samples[0]!.heap)} MB before, ${megabytes(most('heap'))} MB at most, ${growth('heap')} MB of them after the first quarter`,
  )
  console.log(`  event loop: ${(lag * 1000).toFixed(0)} ms at most`)
  console.log(`  claims and releases of others, p99: ${p99(busy.claims)} ms, alone ${p99(idle.claims)} ms`)
  console.log(`  pages of a list of others, p99: ${p99(busy.pages)} ms, alone ${p99(idle.pages)} ms`)
}

type Filters = Record<string, unknown>[]

const everyList = async (url: string) => {
  const cost = costOver(url, await session(url, 'admin'))
  const now = Date.now()
  const each = (name: string, values: readonly unknown[]): Filters => values.map((value) => ({ [name]: value }))
  const period = (from: string, to: string): Filters =>
    [1, 7, 30, 90].map((days) => ({ [from]: now - days * day, [to]: now }))
  const some = Array.from({ length: 20 }, (_, nth) => prospectOf(1 + ((nth * 7919) % leads)))
  const people = {
    phone: each(
      'phone',
      some.map(({ phone }) => phone),
    ),
    fullName: each(
      'fullName',
      some.map(({ name }) => name),
    ),
  }
  const sellers = each('seller', ['staff/3', 'staff/nobody'])
  const yesNo = ['yes', 'no']

  const pages: Measured[] = []
  const counts: Measured[] = []
  const measure = async (name: string, [list, count]: [Endpoint, Endpoint], filters: Record<string, Filters>) => {
    for (const [filter, bodies] of Object.entries({ none: [{}], ...filters })) {
      const page = await cost(`${name} by ${filter}`, list, bodies)
      const counted = await cost(
        `${name} by ${filter}, counted`,
        count,
        bodies.map((body) => ({ ...body, sort: undefined })),
      )
      agree(page, counted)
      pages.push(page)
      counts.push(counted)
    }
  }
  // Each value of a filter by itself, as one may be rare and another of nearly all rows.
  const singly = (name: string, values: readonly string[]): Record<string, Filters> =>
    Object.fromEntries(values.map((value) => [`${name} ${value}`, [{ [name]: value }]]))

  await measure('userList', [lead.list, lead.count], {
    'call-back, in its order': [{ sort: 'callAt' }],
    'import, the oldest first': [{ sort: 'importedAt' }],
    ...people,
    ...singly('state', lead.leadStates),
    mine: [{ mine: true }],
    callBackDue: [{ callBackDue: true }],
    seller: sellers,
    ...singly('batch', ['RARE', 'B-1', 'BENCH']),
    ...singly('source', ['rare', 'source-1', 'bench']),
    ...singly('channel', ['phone', 'whatsapp', 'sms']),
    ...singly('outcome', lead.outcomes),
    ...singly('result', ['applied', 'agreed', 'notInterested']),
    ...singly('registered', yesNo),
    ...singly('applied', yesNo),
    ...singly('quality', quality.qualityStates),
    repeated: [{ repeated: true }],
    reached: [{ reached: true }],
    paid: [{ paid: true }],
    'call-backs of a period': period('callBackFrom', 'callBackTo'),
    'call-backs to come': [1, 7, 30].map((days) => ({ callBackFrom: now, callBackTo: now + days * day })),
    'days of contact': period('contactedFrom', 'contactedTo'),
    'days of import': period('importedFrom', 'importedTo'),
    'import long ago': [{ importedTo: now - 720 * day }],
  })
  await measure('checkList', [quality.list, quality.count], {
    ...people,
    ...singly('state', quality.qualityStates),
    seller: sellers,
    ...singly('checker', ['staff/30', 'staff/rare', 'staff/nobody']),
    ...singly('cause', quality.causes),
    ...singly('appealed', yesNo),
    ...singly('agrees', yesNo),
    ...singly('compared', ['staff/30', 'staff/31', 'staff/rare']),
    'days of the sample': period('sampledFrom', 'sampledTo'),
    'sampled long ago': [{ sampledTo: now - 715 * day }],
  })
  await measure('customerVerifyCode', [verifyCode.list, verifyCode.count], {
    ...people,
    ...singly('state', verifyCode.codeStates),
    ...singly('seller', ['staff/3', 'staff/rare', 'staff/nobody']),
    'days of issue': period('issuedFrom', 'issuedTo'),
    'issued long ago': [{ issuedTo: now - 720 * day }],
  })
  await measure('origins', [lead.originList, lead.originCount], {
    source: each('source', ['rare', 'source-1']),
    batch: each('batch', ['RARE', 'B-1']),
    'source, one line each': [{ by: 'source' }],
  })
  someRows(pages)

  const beside: Measured[] = []
  const plain: [string, Endpoint, Filters?][] = [
    ['the calendar of call-backs', lead.callBacks, [{}, { from: now + 30 * day }]],
    ['the calendar of my call-backs', lead.callBacks, [{ mine: true }]],
    ['imports', leadImport.list],
    ['the choices of leads', lead.choices],
    ['the choices of checks', quality.choices],
    ['the choices of codes', verifyCode.choices],
    ['the figures of checks', quality.figures, [{}]],
    ['the figures of checks by days', quality.figures, period('sampledFrom', 'sampledTo')],
  ]
  for (const [name, endpoint, bodies = [{}]] of plain) beside.push(await cost(name, endpoint, bodies))

  console.log(`lists of telemarketing over HTTP, ${inWords(leads)} leads, one caller, each with one filter`)
  sayDearest('pages', pages, 50)
  sayDearest('counts', counts, 50)
  sayDearest('other readings', beside, 50)
}
