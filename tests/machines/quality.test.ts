import { expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import type { QualityEvent } from '../../src/machines/quality.facts.ts'
import { qualityMachine } from '../../src/machines/quality.ts'
import { fatalOf, isPassed, scoreOf, usualScorecard } from '../../src/machines/scorecard.ts'
import { given } from '../kit/given.ts'
import { card, fatal, minor, qualityFacts } from './quality.events.ts'

/** 10 March 2026, noon in Jakarta. */
const noon = Date.UTC(2026, 2, 10, 5)
const day = 24 * 3_600_000
const by: Partial<Record<QualityEvent['type'], string>> = {
  sampled: 'SYS',
  sampledTwice: 'SYS',
  secondLapsed: 'SYS',
  secondPassed: 'checker.2',
  secondFailed: 'checker.2',
  appealed: 'telemarketer',
  appealUpheld: 'checker.2',
  appealDismissed: 'checker.2',
}
const event = (type: QualityEvent['type'], more: object = {}): Fact => ({
  by: by[type] ?? 'checker',
  at: noon,
  ...qualityFacts[type],
  ...more,
  type,
})

test('the score is the weight of what was done, and a fatal item fails whatever the score is', () => {
  const { items } = usualScorecard
  expect(scoreOf(items, [])).toBe(100)
  expect(scoreOf(items, [minor])).toBe(90)
  expect(
    scoreOf(
      items,
      items.map(({ name }) => name),
    ),
  ).toBe(0)
  expect(fatalOf(items, [minor])).toBe(null)
  expect(fatalOf(items, [minor, fatal])).toBe(fatal)
  expect(isPassed({ ...card, pass: 0 }, [fatal])).toBe(false)
  expect(isPassed({ ...card, pass: 90 }, [minor])).toBe(true)
  expect(isPassed({ ...card, pass: 91 }, [minor])).toBe(false)
})

test('a checker who is not the seller passes or fails a visit, as the scorecard says', () => {
  const { when } = given(qualityMachine, event('sampled'))
  when(event('checkPassed', { by: 'telemarketer' }), 'quality.check').refused('notSeller')
  when(event('checkFailed', { by: 'telemarketer' }), 'quality.check').refused('notSeller')
  when(event('checkPassed', { missed: [fatal] }), 'quality.check').refused('passes')
  when(event('checkFailed', { missed: [minor] }), 'quality.check').refused('fails')
  when(event('checkPassed', { missed: ['Tidak ada di kartu'] }), 'quality.check').refused('onCard')
  const { context } = when(event('checkFailed'), 'quality.check').then('failed')
  expect(context).toMatchObject({
    check: { by: 'checker', at: noon, isPassed: false, missed: [fatal], evidence: 'Menit ketiga: bunga disebut nol' },
    decidedAt: noon,
  })
  when(event('checkPassed'), 'quality.check').then('passed')
})

test('a second check is by another person, and the first verdict stands', () => {
  const { when, deadlines } = given(qualityMachine, event('sampledTwice'), event('checkPassed'))
  expect(deadlines).toMatchObject([{ event: 'secondLapsed', at: noon + card.wait * day }])
  when(event('secondFailed', { by: 'checker' }), 'quality.check').refused('notFirstChecker')
  when(event('secondFailed', { by: 'telemarketer' }), 'quality.check').refused('notSeller')
  const { context } = when(event('secondFailed'), 'quality.check').then('passed')
  expect(context).toMatchObject({ second: { of: 'checker', by: 'checker.2', agrees: false }, check: { by: 'checker' } })
  expect(when(event('secondPassed'), 'quality.check').then('passed').context).toMatchObject({
    second: { agrees: true },
  })
  const lapsed = { at: noon + card.wait * day, armed: 2 }
  expect(when(event('secondLapsed', lapsed), 'SYS').then('passed').context).toMatchObject({ second: null })
})

test('the seller appeals once and in time, and another checker answers', () => {
  const failed = [event('sampled'), event('checkFailed')]
  const { when } = given(qualityMachine, ...failed)
  when(event('appealed', { by: 'checker' }), 'quality.appeal').refused('seller')
  when(event('appealed', { at: noon + card.appeal * day }), 'quality.appeal').refused('inAppealTime')
  when(event('appealed', { at: noon + card.appeal * day - 1 }), 'quality.appeal').then('appealed')
  const appealed = given(qualityMachine, ...failed, event('appealed'))
  appealed.when(event('appealUpheld', { by: 'checker' }), 'quality.check').refused('anotherPerson')
  appealed.when(event('appealUpheld'), 'quality.check').then('passed')
  appealed.when(event('appealDismissed', { by: 'telemarketer' }), 'quality.check').refused('anotherPerson')
  given(qualityMachine, ...failed, event('appealed'), event('appealDismissed'))
    .when(event('appealed'), 'quality.appeal')
    .refused('notAppealed')
})

test('a complaint samples a visit, and has one that passed checked by another person', () => {
  expect.hasAssertions()
  given(qualityMachine).when(event('complained'), 'quality.complain').then('notChecked.once')
  const { when } = given(qualityMachine, event('sampled'), event('checkPassed'), event('complaintAdded'))
  when(event('checkPassed'), 'quality.check').refused('notEarlierChecker')
  when(event('checkPassed', { by: 'checker.2' }), 'quality.check').then('passed')
})
