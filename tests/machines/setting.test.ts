import { describe, expect, test } from 'vitest'
import { apiKeyMachine } from '../../src/machines/apiKey.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import type { SettingEvent } from '../../src/machines/setting.facts.ts'
import { settingMachine } from '../../src/machines/setting.ts'
import { given as givenChart } from '../kit/given.ts'
import { noon, rate, settingFacts } from './setting.events.ts'

const day = 86_400_000

const event = (type: SettingEvent['type'], by: string, more: object = {}): Fact => ({
  type,
  by,
  at: noon,
  ...settingFacts[type],
  ...more,
})
const given = (...events: Fact[]) => givenChart(settingMachine, ...events)

const proposed = [event('settingProposed', 'maker')]
const inForce = [...proposed, event('settingConfirmed', 'checker')]
const renamed = { values: { name: 'DanaKios Plus' } }
const changing = [...inForce, event('settingProposed', 'maker', renamed)]

const rates = (more: object = {}) => ({ kind: 'rate', code: 'KILAT', values: { ...rate, ...more } })
const firstRate = [event('settingProposed', 'maker', rates()), event('settingConfirmed', 'checker')]

describe('two people behind every setting', () => {
  test('it is proposed by one and in force once another confirms it', () => {
    const first = given().when(event('settingProposed', 'maker'), 'setting.propose').then('proposed')
    expect(first.context).toMatchObject({ inForce: [], proposed: { values: { name: 'DanaKios' }, proposer: 'maker' } })
    given(...proposed)
      .when(event('settingConfirmed', 'maker'), 'setting.confirm')
      .refused('notProposer')
    const { context } = given(...proposed)
      .when(event('settingConfirmed', 'checker'), 'setting.confirm')
      .then('inForce')
    expect(context).toMatchObject({
      inForce: [{ name: 'DanaKios' }],
      proposed: null,
      confirmed: { proposer: 'maker', by: 'checker', at: noon },
    })
  })

  test('whoever changed what waits does not confirm it, nor does who proposed it', () => {
    const amended = [...proposed, event('settingProposed', 'other', renamed)]
    given(...amended)
      .when(event('settingConfirmed', 'other'), 'setting.confirm')
      .refused('notLastEditor')
    given(...amended)
      .when(event('settingConfirmed', 'maker'), 'setting.confirm')
      .refused('notProposer')
    const { context } = given(...amended)
      .when(event('settingConfirmed', 'checker'), 'setting.confirm')
      .then('inForce')
    expect(context).toMatchObject({ inForce: [{ name: 'DanaKios Plus' }] })
  })

  test('the second person refuses it with a reason, and it may be proposed anew', () => {
    given(...proposed)
      .when(event('settingRefused', 'checker', { reason: '' }), 'setting.refuse')
      .refused('reasonGiven')
    given(...proposed)
      .when(event('settingRefused', 'maker'), 'setting.refuse')
      .refused('notProposer')
    const refusal = event('settingRefused', 'checker')
    const { context } = given(...proposed)
      .when(refusal, 'setting.refuse')
      .then('refused')
    expect(context).toMatchObject({ inForce: [], proposed: null, refused: { by: 'checker' } })
    given(...proposed, refusal)
      .when(event('settingProposed', 'maker'), 'setting.propose')
      .then('proposed')
  })

  test('who proposed it takes it back, nobody else', () => {
    given(...proposed)
      .when(event('settingTakenBack', 'checker'), 'setting.takeBack')
      .refused('whoProposed')
    given(...proposed)
      .when(event('settingTakenBack', 'maker'), 'setting.takeBack')
      .then('takenBack')
  })
})

describe('a change of what is in force', () => {
  test('waits beside it, and takes its place once it is confirmed', () => {
    const { context } = given(...inForce)
      .when(event('settingProposed', 'maker', renamed), 'setting.propose')
      .then('changing')
    expect(context).toMatchObject({ inForce: [{ name: 'DanaKios' }], proposed: renamed })
    expect(
      given(...changing)
        .when(event('settingConfirmed', 'checker'), 'setting.confirm')
        .then('inForce').context,
    ).toMatchObject({ inForce: [{ name: 'DanaKios Plus' }], proposed: null })
  })

  test('leaves it as it was when it is refused or taken back', () => {
    const refused = given(...changing)
      .when(event('settingRefused', 'checker'), 'setting.refuse')
      .then('inForce')
    const takenBack = given(...changing)
      .when(event('settingTakenBack', 'maker'), 'setting.takeBack')
      .then('inForce')
    for (const { context } of [refused, takenBack])
      expect(context).toMatchObject({ inForce: [{ name: 'DanaKios' }], proposed: null })
  })

  test('is one', () => {
    given(...inForce)
      .when(event('settingProposed', 'maker'), 'setting.propose')
      .refused('changesSomething')
  })

  test('what was there before settings were recorded is changed like any other', () => {
    const found = event('settingFound', 'SYS')
    expect(given().when(found, 'SYS').then('inForce').context).toMatchObject({ inForce: [{ name: 'DanaKios' }] })
    given(found)
      .when(event('settingProposed', 'maker', renamed), 'setting.propose')
      .then('changing')
  })
})

describe('the holidays of a year', () => {
  const days = [
    { day: '2026-01-01', kind: 'national', name: 'Tahun Baru' },
    { day: '2026-12-24', kind: 'jointLeave', name: 'Natal' },
  ]
  const holidays = (of: object[]) => ({ kind: 'holidays', code: '2026', values: { decree: 'SKB', days: of } })
  const known = [event('settingProposed', 'maker', holidays(days)), event('settingConfirmed', 'checker')]

  test('are replaced as a whole', () => {
    const { context } = given(...known, event('settingProposed', 'maker', holidays(days.slice(1))))
      .when(event('settingConfirmed', 'checker'), 'setting.confirm')
      .then('inForce')
    expect(context).toMatchObject({ inForce: [{ days: days.slice(1) }] })
  })

  test('that differ in one name, kind or day are a change, and those in another order of fields are none', () => {
    for (const change of [{ name: 'Lain' }, { kind: 'jointLeave' }, { day: '2026-01-02' }])
      given(...known)
        .when(event('settingProposed', 'maker', holidays([{ ...days[0], ...change }, days[1]!])), 'setting.propose')
        .then('changing')
    const same = days.map(({ day, kind, name }) => ({ name, kind, day }))
    given(...known)
      .when(event('settingProposed', 'maker', holidays(same)), 'setting.propose')
      .refused('changesSomething')
  })
})

describe('a rate', () => {
  const propose = (from: string, more: object = {}) =>
    event('settingProposed', 'maker', { ...rates({ from, interest: 25 }), ...more })

  test('that is the first of its product begins on any day', () => {
    given()
      .when(event('settingProposed', 'maker', rates({ from: '2020-01-01' })), 'setting.propose')
      .then('proposed')
  })

  test('that follows another begins tomorrow at the earliest', () => {
    given(...firstRate)
      .when(propose('2026-03-10'), 'setting.propose')
      .refused('fromTomorrow')
    const { context } = given(...firstRate, propose('2026-03-12'))
      .when(event('settingConfirmed', 'checker'), 'setting.confirm')
      .then('inForce')
    expect(context).toMatchObject({ inForce: [rate, { ...rate, from: '2026-03-12', interest: 25 }] })
  })

  test('is not confirmed once its day has come: loans may have been paid out on it', () => {
    given(...firstRate, propose('2026-03-12'))
      .when(event('settingConfirmed', 'checker', { at: noon + 2 * day }), 'setting.confirm')
      .refused('dayStillAhead')
  })

  test('takes the place of those that have not begun, and of none that has', () => {
    const later = [...firstRate, propose('2026-04-01'), event('settingConfirmed', 'checker')]
    const { context } = given(...later, propose('2026-03-20', { at: noon + 2 * day }))
      .when(event('settingConfirmed', 'checker', { at: noon + 2 * day }), 'setting.confirm')
      .then('inForce')
    expect(context).toMatchObject({ inForce: [rate, { from: '2026-03-20' }] })
  })
})

describe('a key of a customers’ app', () => {
  const made = { type: 'keyMade', by: 'maker', at: noon }

  test('is made by one, revoked by one, and never made again', () => {
    const key = (...events: Fact[]) => givenChart(apiKeyMachine, ...events)
    key().when(made, 'apiKey.make').then('active')
    const revoked = { type: 'keyRevoked', by: 'maker', at: noon + 1 }
    const { context } = key(made).when(revoked, 'apiKey.revoke').then('revoked')
    expect(context).toEqual({ madeBy: 'maker', madeAt: noon, revokedBy: 'maker', revokedAt: noon + 1 })
    key(made, revoked).when(made, 'apiKey.make').refused('notOffered')
  })
})
