import { describe, expect, test } from 'vitest'
import type { Amendment, ApprovalEvent, MachineFinding } from '../../src/machines/approval.facts.ts'
import { approvalMachine } from '../../src/machines/approval.ts'
import { given as givenChart } from '../kit/given.ts'
import {
  finalClaimed,
  finalPassed,
  finding,
  firstClaimed,
  firstPassed,
  knockedOut,
  machinePassed,
  machineRejected,
  returned,
  submitted,
} from './approval.events.ts'

const given = (...events: ApprovalEvent[]) => givenChart(approvalMachine, ...events)

const amended = (more: Partial<Amendment> = {}): ApprovalEvent => ({
  type: 'customerAmended',
  by: 'dewi',
  at: 50,
  edit: 'customerEdit/1',
  kind: 'bankCard',
  fields: ['account'],
  before: 1,
  personVersion: 2,
  checks: ['account'],
  proposedBy: 'dewi',
  confirmedBy: null,
  payoutSent: false,
  ...more,
})
const confirmed = (more: Partial<Amendment> = {}) => amended({ confirmedBy: 'lead', ...more })
const checked = (
  type: 'rechecked' | 'recheckFailed',
  about: MachineFinding = finding,
  personVersion = 2,
): ApprovalEvent => ({
  type,
  by: 'SYS',
  at: 60,
  round: 1,
  personVersion,
  finding: about,
})

const firstReview = [submitted(), machinePassed(), firstClaimed({ by: 'ayu' })]
const finalReview = [...firstReview, firstPassed({ by: 'ayu' }), finalClaimed({ by: 'budi' })]
const passed = [...finalReview, finalPassed({ by: 'budi' })]

describe('under review', () => {
  test.each([
    ['first', firstReview, { firstReview: 'claimed' }],
    ['final', finalReview, { finalReview: 'claimed' }],
  ])('a changed record is taken at once in %s review, which goes on', (_, events, value) => {
    const { state } = given(...events, amended())
    expect(state.value).toEqual(value)
    expect(state.context).toMatchObject({
      application: { personVersion: 2 },
      finding: { accountVerified: false },
      unchecked: ['account'],
    })
    const { effects } = given(...events)
      .when(amended(), 'SYS')
      .then(Object.entries(value).flat().join('.'))
    expect(effects).toEqual(['recheckCustomer'])
  })

  test('nothing is passed for good while a check is due, nor on one that failed', () => {
    const due = given(...finalReview, amended())
    due.when(finalPassed({ by: 'budi' }), 'approve.finalPass').refused('nothingUnchecked')
    expect(due.offers('budi')).toMatchObject({ finalPassed: 'nothingUnchecked' })
    const failed = { ...finding, accountVerified: false }
    given(...finalReview, amended(), checked('recheckFailed', failed))
      .when(finalPassed({ by: 'budi' }), 'approve.finalPass')
      .refused('accountVerified')
    given(...finalReview, amended({ checks: ['rules'] }), checked('recheckFailed', knockedOut))
      .when(finalPassed({ by: 'budi' }), 'approve.finalPass')
      .refused('notKnockedOut')
    given(...finalReview, amended(), checked('rechecked'))
      .when(finalPassed({ by: 'budi' }), 'approve.finalPass')
      .then('passed')
    expect.hasAssertions()
  })

  test('what was found about another record than the present one counts for nothing', () => {
    const again = [...finalReview, amended(), amended({ before: 2, personVersion: 3 })]
    given(...again)
      .when(checked('rechecked'), 'SYS')
      .refused('thisRecord')
    given(...again)
      .when(checked('rechecked', finding, 3), 'SYS')
      .then('finalReview.claimed')
    expect.hasAssertions()
  })

  test('a change of a record that is not the present one is refused', () => {
    given(...firstReview, amended())
      .when(amended({ personVersion: 3 }), 'SYS')
      .refused('onPresentRecord')
    expect.hasAssertions()
  })

  test('checks that are due add up', () => {
    const { state } = given(
      ...firstReview,
      amended(),
      amended({ before: 2, personVersion: 3, kind: 'nik', fields: ['nik'], checks: ['rules'] }),
    )
    expect(state.context.unchecked).toEqual(['account', 'rules'])
  })
})

test('the machine begins anew, and its answer about the record of before is refused', () => {
  const { effects } = given(submitted()).when(amended(), 'SYS').then('machineReview')
  expect(effects).toEqual(['runMachineReview'])
  const reviewing = given(submitted(), amended())
  reviewing.when(machinePassed({ personVersion: 1 }), 'SYS').refused('thisRecord')
  reviewing.when(machinePassed({ personVersion: 2 }), 'SYS').then('firstReview.wait')
})

test('with the customer the record changes, and the machine will look at all of it', () => {
  const { effects, context } = given(...firstReview, returned())
    .when(amended(), 'SYS')
    .then('returned')
  expect(effects).toEqual([])
  expect(context).toMatchObject({ application: { personVersion: 2 }, unchecked: [] })
})

describe('once it was approved', () => {
  test('a change takes another person, and a payout that was not sent', () => {
    const about = given(...passed)
    about.when(amended(), 'SYS').refused('confirmedByAnother')
    about.when(confirmed({ confirmedBy: 'dewi' }), 'SYS').refused('confirmedByAnother')
    about.when(confirmed({ payoutSent: true }), 'SYS').refused('payoutNotSent')
    const { effects, context } = about.when(confirmed(), 'SYS').then('passed')
    expect(effects).toEqual(['cancelPayout', 'recheckCustomer'])
    expect(context).toMatchObject({ finding: { accountVerified: false }, unchecked: ['account'] })
  })

  test('it stays approved, and is paid out, when the checks hold', () => {
    const { effects, context } = given(...passed, confirmed())
      .when(checked('rechecked'), 'SYS')
      .then('passed')
    expect(effects).toEqual(['openPayout'])
    expect(context).toMatchObject({ unchecked: [], finalReviewer: 'budi' })
    given(...passed, confirmed())
      .when(checked('rechecked', { ...finding, accountVerified: false }), 'SYS')
      .refused('stillSound')
  })

  test('it goes back to the final review when they do not', () => {
    const { effects, context } = given(...passed, confirmed())
      .when(checked('recheckFailed', { ...finding, accountVerified: false }), 'SYS')
      .then('finalReview.wait')
    expect(effects).toEqual([])
    expect(context).toMatchObject({ unchecked: [], finalReviewer: null, finalAt: null, since: 60 })
  })
})

test('nothing is changed of one that is over', () => {
  given(submitted(), machineRejected()).when(amended(), 'SYS').refused('notOffered')
  expect.hasAssertions()
})
