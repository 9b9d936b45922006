import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { usualRules } from '../../../src/machines/contactRules.ts'
import { type Holiday, linesOf } from '../../../src/machines/decree.ts'
import { type ProvinceZones, usualZones, zoneOf } from '../../../src/machines/provinceZones.ts'
import { onlyCode } from '../../../src/machines/setting.facts.ts'
import { feesOf } from '../../../src/server/approval/detail.ts'
import { termsOn } from '../../../src/server/loan/openLoan.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import { recordFound } from '../../../src/server/setting/found.ts'
import * as access from '../../../src/services/access.ts'
import * as apiKey from '../../../src/services/apiKey.ts'
import * as audit from '../../../src/services/audit.ts'
import type { InputOf } from '../../../src/services/endpoint.ts'
import * as intake from '../../../src/services/intake.ts'
import * as setting from '../../../src/services/setting.ts'
import type { Caller } from '../../kit/app.ts'
import { application } from '../../kit/application.ts'
import { oneEngine } from '../../kit/engines.ts'
import { rowsMade } from '../../kit/made.ts'
import { withApp } from '../../kit/withApp.ts'

const reason = 'Board decision 7'
type Proposal = InputOf<typeof setting.propose>

describe.each(oneEngine())('the settings of a lender on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let maker: Caller
  let checker: Caller
  let admin: Caller
  beforeEach(async () => {
    maker = await app.login('risk')
    checker = await app.login('financeChecker')
    admin = await app.login('admin')
  })

  const product = {
    kind: 'product',
    code: 'PANEN',
    version: 0,
    reason,
    name: 'Panen',
    minAmount: 2_000_000,
    maxAmount: 8_000_000,
    terms: [60],
    serviceFee: 400,
    handlingFee: 20_000,
  } satisfies Proposal
  const today = () => businessDay(app.clock.now())
  const rate = (from: string, more: object = {}) =>
    ({
      kind: 'rate',
      code: product.code,
      version: 0,
      reason,
      from,
      every: 30,
      interest: 25,
      earlyFee: 20,
      lateFee: 30,
      lateFrom: 8,
      feeDays: 90,
      cap: 8000,
      ...more,
    }) satisfies Proposal
  const contactRules = (more: object) => ({
    kind: 'contactRules',
    code: onlyCode,
    version: 0,
    reason,
    from: '2027-01-01',
    ...usualRules,
    ...more,
  })
  const timeZones = (more: object) => ({
    kind: 'zones',
    code: onlyCode,
    version: 0,
    reason,
    from: '2027-01-01',
    ...usualZones,
    ...more,
  })
  const holidays = (more: object = {}) => ({
    kind: 'holidays' as const,
    code: '2027',
    version: 0,
    reason,
    decree: 'SKB 2027',
    lines:
      '25 Desember 2027;Natal;libur nasional\n1/1/2027,Tahun Baru 2027, Masehi,nasional\n24-12-2027\tNatal\tcuti bersama',
    ...more,
  })
  const at = async ({ kind, code }: Pick<Proposal, 'kind' | 'code'>) => ({
    kind,
    code,
    version: await app.server.store.version(`setting/${kind}/${code}`),
  })
  const confirmed = async (proposal: Proposal) => {
    await maker.data(setting.propose, proposal)
    await checker.data(setting.confirm, await at(proposal))
  }
  const rowOf = async ({ kind, code }: Pick<Proposal, 'kind' | 'code'>) =>
    (await maker.data(setting.list, {})).settings.find((one) => one.kind === kind && one.code === code)
  const appliesFor = (more: object) => app.customerApp.call(intake.apply, application(more), { key: randomUUID() })

  test('a product is offered once a second person confirmed it, and its loans are on the rate of their day', async () => {
    const wanted = { product: product.code, amount: 3_000_000, term: 60 }
    await maker.data(setting.propose, product)
    expect(await rowOf(product)).toMatchObject({
      state: 'proposed',
      inForce: [],
      proposed: { proposer: { id: maker.id } },
    })
    expect(await appliesFor(wanted)).toHaveCode(400)
    await checker.data(setting.confirm, await at(product))
    expect(await appliesFor(wanted)).toHaveCode(0)
    expect(await rowOf(product)).toMatchObject({
      state: 'inForce',
      proposed: null,
      confirmed: { proposer: { id: maker.id }, by: { id: checker.id } },
    })

    await confirmed(rate(today()))
    const later = addDays(today(), 3)
    await confirmed({ ...rate(later, { interest: 31 }), version: 2 })
    const paid = { principal: 3_000_000, arrived: 2_860_000, handlingFee: 20_000, term: 60 }
    const interestOn = async (day: string) => (await termsOn(app.server, product.code, { ...paid, day })).interest
    expect(await interestOn(today())).toBe(25)
    expect(await interestOn(addDays(today(), 2))).toBe(25)
    expect(await interestOn(later)).toBe(31)
    expect(await termsOn(app.server, product.code, { ...paid, day: later })).toMatchObject({
      instalments: 2,
      every: 30,
      cap: 8000,
      serviceFee: 120_000,
    })
  })

  test('an order keeps the fee that it was applied for with, also for another amount', async () => {
    const kept = { ...product, code: 'TETAP', name: 'Tetap' }
    await confirmed(kept)
    const { orderNo } = await app.customerApp.data(
      intake.apply,
      application({ product: kept.code, amount: 3_000_000, term: 60 }),
      { key: randomUUID() },
    )
    await confirmed({ ...kept, version: 2, reason, serviceFee: 900 })
    const row = await app.db.sql
      .selectFrom('approval')
      .selectAll()
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow()
    expect(feesOf(row)).toEqual({ serviceFee: 120_000, handlingFee: 20_000, arrivalAmount: 2_860_000 })
    expect(feesOf({ ...row, proposed_amount: 2_000_000 })).toEqual({
      serviceFee: 80_000,
      handlingFee: 20_000,
      arrivalAmount: 1_900_000,
    })
  })

  test('nobody confirms what they proposed, whatever they hold', async () => {
    const own = { kind: 'app', code: 'TK', version: 0, reason, name: 'TaniKios' } satisfies Proposal
    await admin.data(setting.propose, own)
    expect(await admin.call(setting.confirm, await at(own))).toMatchObject({
      code: 422,
      msg: 'It takes somebody other than who proposed it',
    })
    expect(await maker.call(setting.confirm, await at(own))).toHaveCode(4030)
    expect(await checker.call(setting.propose, own)).toHaveCode(4030)
    expect((await maker.data(access.getApps, {})).apps.map(({ code }) => code)).not.toContain('TK')
    await checker.data(setting.confirm, await at(own))
    expect((await maker.data(access.getApps, {})).apps).toContainEqual({ code: 'TK', name: 'TaniKios' })
  })

  test('a refusal says why, a change that is refused or taken back leaves what is in force', async () => {
    const change = { kind: 'app', code: 'DK', version: 2, reason, name: 'DanaKios Plus' } satisfies Proposal
    await maker.data(setting.propose, change)
    await checker.data(setting.refuse, { ...(await at(change)), reason: 'The brand is another' })
    expect(await rowOf(change)).toMatchObject({
      state: 'inForce',
      inForce: [{ name: 'DanaKios' }],
      proposed: null,
      refused: { reason: 'The brand is another', by: { id: checker.id } },
    })
    await maker.data(setting.propose, { ...change, version: 4 })
    await maker.data(setting.takeBack, await at(change))
    expect(await rowOf(change)).toMatchObject({ inForce: [{ name: 'DanaKios' }], refused: null })
    const { history } = await maker.data(setting.history, { kind: 'app', code: 'DK' })
    expect(history.slice(2).map(({ type, details }) => [type, details.values, details.before])).toEqual([
      ['settingProposed', { name: 'DanaKios Plus' }, { name: 'DanaKios' }],
      ['settingRefused', null, null],
      ['settingProposed', { name: 'DanaKios Plus' }, { name: 'DanaKios' }],
      ['settingTakenBack', null, null],
    ])
  })

  test.each<[string, object, [string, string][]]>([
    [
      'a product with its amounts the wrong way round',
      { ...product, code: 'X1', maxAmount: 1_000_000 },
      [['maxAmount', 'belowLeast']],
    ],
    ['a product whose fees take all', { ...product, code: 'X1', minAmount: 20_000 }, [['handlingFee', 'feesTakeAll']]],
    ['a term that stands twice', { ...product, code: 'X1', terms: [30, 30] }, [['terms', 'twice']]],
    ['charges beyond the principal', rate('2027-01-01', { cap: 10_001 }), [['cap', 'overPrincipal']]],
    ['a rate of no product', rate('2027-01-01', { code: 'NONE' }), [['code', 'product']]],
    [
      'a field that is missing and one of another kind',
      { kind: 'app', code: 'X1', version: 0, reason, bank: 'BCA' },
      [
        ['name', 'required'],
        ['bank', 'unknown'],
      ],
    ],
    [
      'an account number with letters',
      { kind: 'bankAccount', code: 'X1', version: 0, reason, bank: 'BCA', name: 'A', number: '12A' },
      [['number', 'account']],
    ],
    [
      'contact hours that end before they begin, on no weekday',
      contactRules({ opens: '20:00', closes: '08:00', weekdays: [] }),
      [
        ['weekdays', 'required'],
        ['closes', 'hoursOrder'],
      ],
    ],
    [
      'contact figures that are no whole numbers within their bounds, and hours of no clock',
      contactRules({ attempts: -1, gap: 1441, collectionSms: 1.5, weekdays: [1, 1], opens: '24:00', consent: 'yes' }),
      [
        ['opens', 'time'],
        ['weekdays', 'twice'],
        ['attempts', 'range'],
        ['gap', 'range'],
        ['collectionSms', 'whole'],
        ['consent', 'type'],
      ],
    ],
    [
      'zones with a province that is none, one that stands twice and one that stands nowhere',
      timeZones({ WIB: [...usualZones.WIB.slice(1), '99', '1'], WIT: [...usualZones.WIT, '51'] }),
      [
        ['WIB', 'noProvince'],
        ['WIB', 'noProvince'],
        ['WIT', 'provinceTwice'],
        ['WIB', 'provinceMissing'],
      ],
    ],
    [
      'a decree with a head and lines that are wrong',
      holidays({ lines: 'tanggal;nama;jenis\n\n1/1/2027;Tahun Baru;nasional\n2027-01-01;Lagi;cuti bersama\nx;y;z' }),
      [
        ['lines.4', 'decreeTwice'],
        ['lines.5', 'decreeDay'],
      ],
    ],
    [
      'a decree of another year, without a name or a kind',
      holidays({ lines: '25/12/2026;Natal;nasional\n1/1/2027;;nasional\n2/1/2027;Apa;lokal' }),
      [
        ['lines.1', 'decreeYear'],
        ['lines.2', 'decreeName'],
        ['lines.3', 'decreeKind'],
      ],
    ],
    ['a decree of no days', holidays({ lines: 'tanggal;nama;jenis\n\n' }), [['lines', 'required']]],
    [
      'a decree of no year, with no name and characters that deceive',
      holidays({ code: '27', decree: '', lines: '1/1/2027;\u202eABC;nasional' }),
      [
        ['code', 'year'],
        ['decree', 'required'],
        ['lines', 'characters'],
      ],
    ],
    ['contact rules under another code', contactRules({ code: 'OTHER' }), [['code', 'choice']]],
    ['a code with a slash', { kind: 'app', code: 'a/b', version: 0, reason, name: 'A' }, [['code', 'code']]],
  ])('%s is refused by field', async (_, body, issues) => {
    const { code, data } = await maker.call(setting.propose, body as Proposal)
    expect(code).toBe(400)
    const actual = (data as unknown as { issues: { field: string; reason: string; message: string }[] }).issues
    expect(actual.map(({ field, reason }) => [field, reason])).toEqual(issues)
    expect(actual.every(({ message }) => message.length > 3 && !message.startsWith('errors:'))).toBe(true)
  })

  test('contact rules change from a day on, once a second person confirmed them', async () => {
    const changed = { ...contactRules({ from: addDays(today(), 1), attempts: 2 }), version: 2 } as Proposal
    const before = await rowOf(changed)
    expect(before).toMatchObject({ state: 'inForce', inForce: [{ ...usualRules, from: '2020-01-01' }] })
    expect(await maker.call(setting.propose, { ...changed, from: today() } as Proposal)).toMatchObject({
      code: 422,
      data: { reason: 'setting:guard.fromTomorrow' },
    })
    await admin.data(setting.propose, changed)
    expect(await admin.call(setting.confirm, await at(changed))).toMatchObject({
      code: 422,
      data: { reason: 'setting:guard.notProposer' },
    })
    await checker.data(setting.confirm, await at(changed))
    expect((await rowOf(changed))?.inForce).toMatchObject([
      { from: '2020-01-01', attempts: 3 },
      { from: addDays(today(), 1), attempts: 2, jointLeave: true },
    ])
  })

  test('the holidays of a year are read from the lines of its decree, and a change replaces them', async () => {
    const first = holidays()
    await maker.data(setting.propose, first)
    expect((await rowOf(first))?.inForce).toEqual([])
    await checker.data(setting.confirm, await at(first))
    const days = [
      { day: '2027-01-01', kind: 'national', name: 'Tahun Baru 2027, Masehi' },
      { day: '2027-12-24', kind: 'jointLeave', name: 'Natal' },
      { day: '2027-12-25', kind: 'national', name: 'Natal' },
    ]
    expect((await rowOf(first))?.inForce).toEqual([{ decree: 'SKB 2027', days }])
    expect(await maker.call(setting.propose, { ...first, version: 2 })).toMatchObject({
      code: 422,
      data: { reason: 'setting:guard.changesSomething' },
    })
    const named = await maker.call(setting.propose, { ...first, version: 2, reason, lines: '\n1/1/2026;A;nasional' })
    expect((named.data as unknown as { issues: object[] }).issues).toEqual([
      { field: 'lines.2', reason: 'decreeYear', message: 'Line 2: a day of another year' },
    ])
    await confirmed({ ...first, version: 2, reason, lines: linesOf(days.slice(1) as Holiday[]) })
    expect((await rowOf(first))?.inForce).toEqual([{ decree: 'SKB 2027', days: days.slice(1) }])
    const { history } = await maker.data(setting.history, { kind: 'holidays', code: '2027' })
    expect(history[2]?.details).toMatchObject({ before: { days }, values: { days: days.slice(1) } })
  })

  test('the simulated lender has the holidays of 2026, the decree named as data of the demo', async () => {
    const row = await rowOf({ kind: 'holidays', code: '2026' })
    expect(row).toMatchObject({
      state: 'inForce',
      inForce: [{ decree: expect.stringContaining('(data demo)') as string }],
    })
    const days = row!.inForce[0]!.days as Holiday[]
    expect(days.filter(({ kind }) => kind === 'national')).toHaveLength(17)
    expect(days.filter(({ kind }) => kind === 'jointLeave')).toHaveLength(8)
  })

  test('a province moves to another time zone from a day on', async () => {
    const moved = {
      ...timeZones({
        from: addDays(today(), 1),
        WIB: [...usualZones.WIB, '65'],
        WITA: usualZones.WITA.filter((code) => code !== '65'),
      }),
      version: 2,
    } as Proposal
    await confirmed(moved)
    const inForce = (await rowOf(moved))!.inForce as unknown as ProvinceZones[]
    expect(inForce.map((zones) => zoneOf('65', zones))).toEqual(['WITA', 'WIB'])
    const { data } = await maker.call(setting.propose, { ...moved, version: 4, reason, WIT: ['94'] } as Proposal)
    expect((data as unknown as { issues: object[] }).issues[0]).toEqual({
      field: 'WIT',
      reason: 'provinceMissing',
      message: 'Province 81 is in no zone',
    })
  })

  test('a rate that others have relied on is neither changed nor begun in the past', async () => {
    const old = { ...rate(today(), { interest: 90 }), code: 'KILAT', version: 2 }
    expect(await maker.call(setting.propose, old)).toMatchObject({
      code: 422,
      msg: 'New values begin tomorrow at the earliest',
    })
    const waits = { ...old, from: addDays(today(), 1) }
    await maker.data(setting.propose, waits)
    app.clock.advance(2 * 86_400_000)
    checker = await app.login('financeChecker')
    expect(await checker.call(setting.confirm, await at(waits))).toMatchObject({
      code: 422,
      data: { reason: 'setting:guard.dayStillAhead' },
    })
    const rows = await app.db.sql.selectFrom('product_rate').select('interest').where('product', '=', 'KILAT').execute()
    expect(rows).toEqual([{ interest: 30 }])
  })

  test('the audit shows what a change changed', async () => {
    const change = { kind: 'bankAccount', code: 'MANDIRI', version: 2 } as const
    await confirmed({ ...change, reason, bank: 'Mandiri', name: 'Operasional', number: '124 000-8877999' })
    const { rows } = await admin.data(audit.list, { record: 'setting/bankAccount/MANDIRI' })
    const confirmation = rows.find(({ type }) => type === 'settingConfirmed')!
    expect(confirmation).toMatchObject({ kind: 'setting', by: checker.id })
    const { changes } = await admin.data(audit.entry, { log: 'event', pos: confirmation.pos })
    expect(changes).toContainEqual({
      path: ['inForce', '0', 'number'],
      list: false,
      before: ['1240008877661'],
      after: ['1240008877999'],
    })
  })

  const asked = async (secret: string | null) =>
    (await app.nobody.call(intake.status, { orderNo: '1' }, { headers: { 'x-api-key': secret! } })).code

  test('of one call that comes several times at once, one is told the key, which is the one that lets its app in', async () => {
    const key = randomUUID()
    const made = await Promise.all([1, 2, 3].map(() => admin.data(apiKey.make, { name: 'thrice' }, { key })))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const secrets = made.map(({ secret }) => secret).filter((secret) => secret !== null)
    expect(await Promise.all(secrets.map(asked))).toEqual([404])
    // A repetition that looked for an answer just before the first one was stored finds the name taken.
    vi.spyOn(app.server.store, 'answered').mockResolvedValueOnce(undefined)
    const late = await admin.data(apiKey.make, { name: 'thrice' }, { key })
    expect(late).toMatchObject({ id: made[0]!.id, secret: null })
    await admin.data(apiKey.revoke, { name: 'thrice', version: 1 })
  })

  test('a key is told once, lets its app in, and nobody once it is revoked', async () => {
    const key = randomUUID()
    const { secret, stream } = await admin.data(apiKey.make, { name: 'tani' }, { key })
    expect(stream).toBe('apiKey/tani')
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect((await admin.data(apiKey.make, { name: 'tani' }, { key })).secret).toBeNull()
    expect(await maker.call(apiKey.make, { name: 'other' })).toHaveCode(4030)
    expect(await admin.call(apiKey.make, { name: 'tani' })).toMatchObject({
      code: 400,
      data: { issues: [{ field: 'name', reason: 'keyName' }] },
    })
    const events = await app.db.sql.selectFrom('es_event').select('data').where('stream', '=', stream).execute()
    const answers = await app.db.sql.selectFrom('es_command').select('answer').where('key', '=', key).execute()
    expect(JSON.stringify([events, answers])).not.toContain(secret)

    const asks = () => asked(secret)
    expect(await asks()).toBe(404)
    await admin.data(apiKey.revoke, { name: 'tani', version: 1 })
    expect(await asks()).toBe(4030)
    expect((await maker.data(apiKey.list, {})).keys).toMatchObject([
      { name: 'demo', state: 'active' },
      { name: 'tani', state: 'revoked', maker: { id: admin.id }, revoker: { id: admin.id } },
      { name: 'thrice', state: 'revoked' },
    ])
  })

  test('a rebuild writes the same settings', async () => {
    const before = await rowsMade(app.db)
    for (const table of ['setting', 'lending_app', 'product', 'product_rate', 'bank_account', 'api_key_standing'])
      expect(before[table], table).not.toBe('')
    await rebuild(app.db)
    expect(await rowsMade(app.db)).toEqual(before)
    expect((await verify(app.db)).problems).toEqual([])
  })

  test('what is older than its record survives a rebuild, is put on record once, and is changed like the rest', async () => {
    const { sql: tables } = app.db
    await tables.insertInto('lending_app').values({ code: 'OLD', name: 'Lama' }).execute()
    await tables.insertInto('api_key').values({ name: 'old', hash: 'x' }).execute()
    expect((await verify(app.db)).problems).toEqual(['lending_app OLD: there are no events of it'])
    await sql`insert into unrecorded values ('setting/app/OLD'), ('apiKey/old')`.execute(tables)
    const before = await rowsMade(app.db)
    await rebuild(app.db)
    expect(await rowsMade(app.db)).toEqual(before)
    expect((await verify(app.db)).problems).toEqual([])

    await recordFound(app.server)
    await recordFound(app.server)
    expect(await rowOf({ kind: 'app', code: 'OLD' })).toMatchObject({
      version: 1,
      state: 'inForce',
      inForce: [{ name: 'Lama' }],
    })
    await confirmed({ kind: 'app', code: 'OLD', version: 1, reason, name: 'Lama Baru' })
    expect((await maker.data(access.getApps, {})).apps).toContainEqual({ code: 'OLD', name: 'Lama Baru' })
    await admin.data(apiKey.revoke, { name: 'old', version: 1 })
    await rebuild(app.db)
    expect((await verify(app.db)).problems).toEqual([])
  })
})
