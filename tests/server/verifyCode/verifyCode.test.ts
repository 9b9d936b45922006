import { beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '../../../src/services/endpoint.ts'
import * as intake from '../../../src/services/intake.ts'
import * as lead from '../../../src/services/lead.ts'
import * as verifyCode from '../../../src/services/verifyCode.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { importedLead } from '../../kit/leads.ts'
import { withApp } from '../../kit/withApp.ts'

let nth = 0

describe.each(oneEngine())('verification codes on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let seller: Caller
  let other: Caller
  let phone: string
  let id: string
  beforeEach(async () => {
    seller = await app.login('telemarketer')
    other = await app.login('telemarketer.2')
    nth += 1
    app.clock.advance(1000)
    phone = `+62816${String(nth).padStart(8, '0')}`
    id = await importedLead(app, { phone })
    await seller.data(lead.claim, { id, version: 1 })
  })

  const issued = async () => (await seller.data(verifyCode.issue, { lead: id })).code!
  let tried = 0
  const types = async (code: string, key = `try ${(tried += 1)}`) =>
    (await app.customerApp.call(intake.verifyCode, { phone, code }, { key })).code
  const otherThan = (code: string) => (code === '111111' ? '222222' : '111111')
  const newest = async () => (await seller.data(verifyCode.list, {})).rows[0]!

  test('a code of six digits is used once; the list tells when, and never the code', async () => {
    const code = await issued()
    expect(code).toMatch(/^\d{6}$/)
    expect(await types(code)).toBe(0)
    expect(await types(code)).toBe(422)
    const row = await newest()
    expect(row).toMatchObject({ state: 'used', lead: id, tries: 0, usedAt: app.clock.now() })
    expect(JSON.stringify(row)).not.toContain(code)
    const log = await app.db.sql.selectFrom('es_event').select('data').execute()
    expect(JSON.stringify(log)).not.toContain(`"${code}"`)
  })

  test('the codes of a person are found by the whole phone, and by the name', async () => {
    await issued()
    const found = async (filter: InputOf<typeof verifyCode.count>) => {
      const { rows } = await seller.data(verifyCode.list, filter)
      expect((await seller.data(verifyCode.count, filter)).count).toBe(rows.length)
      return rows.map(({ lead }) => lead)
    }
    expect(await found({ phone: `0${phone.slice(3)}` })).toEqual([id])
    expect(await found({ phone: '0816999999999' })).toEqual([])
    const named = await found({ fullName: 'calon nasabah' })
    expect(named).toContain(id)
    expect(named).toEqual(await found({}))
    expect(await found({ fullName: 'Orang Lain' })).toEqual([])
  })

  test('two uses at once: one wins', async () => {
    const code = await issued()
    const answers = await Promise.all([types(code), types(code), types(code)])
    expect(answers.toSorted((one, next) => one - next)).toEqual([0, 422, 422])
  })

  test('a repeated call has the same answer, and counts as one try', async () => {
    const code = await issued()
    const wrong = otherThan(code)
    expect([await types(wrong, 'lost'), await types(wrong, 'lost')]).toEqual([422, 422])
    expect((await newest()).tries).toBe(1)
    expect([await types(code, 'right'), await types(code, 'right')]).toEqual([0, 0])
    const again = await seller.data(verifyCode.issue, { lead: id }, { key: 'issue' })
    expect(again.code).toMatch(/^\d{6}$/)
    expect((await seller.data(verifyCode.issue, { lead: id }, { key: 'issue' })).code).toBeNull()
  })

  test('the fifth wrong try voids it, and a code has its minutes', async () => {
    const code = await issued()
    for (let nthTry = 1; nthTry <= 5; nthTry += 1) expect(await types(otherThan(code))).toBe(422)
    expect(await newest()).toMatchObject({ state: 'voided', tries: 5 })
    expect(await types(code)).toBe(422)
    app.clock.advance(1000)
    const next = await issued()
    app.clock.advance(10 * 60_000)
    expect(await types(next)).toBe(422)
    await app.settle()
    expect(await newest()).toMatchObject({ state: 'expired' })
  })

  test('a new code replaces the one before, also once it was used, voided or tried too often', async () => {
    const ends = [
      async (code: string) => expect(await types(code)).toBe(0),
      async () => {
        const { id: codeId, version } = await newest()
        await seller.data(verifyCode.voidCode, { id: codeId, version })
      },
      async (code: string) => {
        for (let nthTry = 1; nthTry <= 5; nthTry += 1) expect(await types(otherThan(code))).toBe(422)
      },
    ]
    for (const end of ends) {
      const before = await issued()
      app.clock.advance(1000)
      await end(await issued())
      expect(await types(before)).toBe(422)
      app.clock.advance(1000)
    }
  })

  test('only the seller of the lead issues one, and only they void it', async () => {
    expect(await other.call(verifyCode.issue, { lead: id })).toMatchObject({
      code: 422,
      data: { reason: 'verifyCode:guard.seller' },
    })
    expect(await other.call(verifyCode.issue, { lead: 'nobody' })).toHaveCode(404)
    const code = await issued()
    const { id: codeId, version } = await newest()
    expect(await other.call(verifyCode.voidCode, { id: codeId, version })).toHaveCode(422)
    await seller.data(verifyCode.voidCode, { id: codeId, version })
    expect(await types(code)).toBe(422)
  })
})
