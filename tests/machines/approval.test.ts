import { describe, expect, test } from 'vitest'
import type { ApprovalEvent } from '../../src/machines/approval.facts.ts'
import { approvalMachine } from '../../src/machines/approval.ts'
import { given as givenChart } from '../kit/given.ts'
import {
  approvalUndone,
  claimTtl,
  finalAssigned,
  finalClaimed,
  finalClaimExpired,
  finalPassed,
  finalReassigned,
  finalRecalled,
  finalRejected,
  finalReleased,
  finding,
  firstAssigned,
  firstClaimed,
  firstClaimExpired,
  firstPassed,
  firstReassigned,
  firstRecalled,
  firstRejected,
  firstReleased,
  incomplete,
  knockedOut,
  machinePassed,
  machineReferred,
  machineRejected,
  machineTimedOut,
  machineTtl,
  resubmitted,
  returned,
  returnExpired,
  returnTtl,
  sentBack,
  submitted,
  withdrawn,
} from './approval.events.ts'

const given = (...events: ApprovalEvent[]) => givenChart(approvalMachine, ...events)

const firstQueue = [submitted(), machinePassed()]
const firstReview = [...firstQueue, firstClaimed({ by: 'ayu' })]
const withCustomer = [...firstReview, returned()]
const finalQueue = [...firstReview, firstPassed({ by: 'ayu' })]
const finalReview = [...finalQueue, finalClaimed({ by: 'budi' })]
const approved = [...finalReview, finalPassed({ by: 'budi' })]

describe('machine review', () => {
  test('an application starts it', () => {
    const { context, effects } = given().when(submitted(), 'intake.apply').then('machineReview')
    expect(context).toMatchObject({ round: 1, machineDue: machineTtl })
    expect(effects).toEqual(['runMachineReview'])
  })

  test('without a hit it passes to the first review', () => {
    const { context } = given(submitted()).when(machinePassed(), 'SYS').then('firstReview.wait')
    expect(context).toMatchObject({ refer: false, finding })
  })

  test('a missing input never passes: it refers', () => {
    given(submitted())
      .when(machinePassed({ finding: incomplete }), 'SYS')
      .refused('nothingMissing')
    const { context } = given(submitted()).when(machineReferred(), 'SYS').then('firstReview.wait')
    expect(context.refer).toBe(true)
  })

  test('a knock-out rejects, and only a knock-out', () => {
    given(submitted())
      .when(machinePassed({ finding: knockedOut }), 'SYS')
      .refused('noKnockOut')
    given(submitted())
      .when(machineReferred({ finding: knockedOut }), 'SYS')
      .refused('noKnockOut')
    given(submitted()).when(machineRejected({ finding }), 'SYS').refused('knockedOut')
    given(submitted()).when(machineRejected(), 'SYS').then('machineRejected')
  })

  test('without a result in time it refers', () => {
    given(submitted())
      .when(machineTimedOut({ at: machineTtl - 1 }), 'SYS')
      .refused('deadlineAhead')
    const { context } = given(submitted()).when(machineTimedOut(), 'SYS').then('firstReview.wait')
    expect(context).toMatchObject({ refer: true, finding: null })
  })

  test('a result that comes after the time-out changes nothing', () => {
    given(submitted(), machineTimedOut()).when(machinePassed(), 'SYS').refused('notOffered')
  })
})

describe('first review', () => {
  test('a reviewer takes an application, once', () => {
    const { context } = given(...firstQueue)
      .when(firstClaimed(), 'approve.firstClaim')
      .then('firstReview.claimed')
    expect(context.holder).toBe('ayu')
    given(...firstReview)
      .when(firstClaimed({ by: 'budi' }), 'approve.firstClaim')
      .refused('notOffered')
  })

  test('the lead assigns it to somebody, who then holds it', () => {
    given(...firstQueue)
      .when(firstAssigned({ to: 'ayu' }), 'approve.firstAssign')
      .then('firstReview.claimed')
    given(...firstQueue, firstAssigned({ by: 'lead', to: 'ayu' }))
      .when(firstPassed({ by: 'ayu' }), 'approve.firstPass')
      .then('finalReview.wait')
  })

  test('the holder passes it with an amount and a term', () => {
    const { context } = given(...firstReview)
      .when(firstPassed({ amount: 1_500_000, term: 6 }), 'approve.firstPass')
      .then('finalReview.wait')
    expect(context).toMatchObject({ firstReviewer: 'ayu', holder: null, proposal: { amount: 1_500_000, term: 6 } })
  })

  test('nobody else decides', () => {
    given(...firstReview)
      .when(firstPassed({ by: 'budi' }), 'approve.firstPass')
      .refused('holder')
    given(...firstReview)
      .when(firstRejected({ by: 'budi' }), 'approve.firstReject')
      .refused('holder')
    given(...firstReview)
      .when(returned({ by: 'budi' }), 'approve.firstReturn')
      .refused('holder')
  })

  test('the amount is at least what the product allows and at most what was applied for', () => {
    given(...firstReview)
      .when(firstPassed({ amount: 2_000_001 }), 'approve.firstPass')
      .refused('withinApplied')
    given(...firstReview)
      .when(firstPassed({ amount: 499_999 }), 'approve.firstPass')
      .refused('atLeastFloor')
    given(...firstReview)
      .when(firstPassed({ amount: 500_000 }), 'approve.firstPass')
      .then('finalReview.wait')
  })

  test('the term is one of the product', () => {
    given(...firstReview)
      .when(firstPassed({ term: 12 }), 'approve.firstPass')
      .refused('termAllowed')
  })

  test('a rejection has a reason and is the end', () => {
    given(...firstReview)
      .when(firstRejected({ reason: '' }), 'approve.firstReject')
      .refused('reasonGiven')
    given(...firstReview)
      .when(firstRejected(), 'approve.firstReject')
      .then('firstRejected')
    expect(given(...firstReview, firstRejected()).offers('ayu')).toEqual({})
  })

  test('a return says why and what to mend, and asks the customer', () => {
    given(...firstReview)
      .when(returned({ reason: '' }), 'approve.firstReturn')
      .refused('reasonGiven')
    given(...firstReview)
      .when(returned({ mend: [] }), 'approve.firstReturn')
      .refused('mendNamed')
    const { context, effects } = given(...firstReview)
      .when(returned({ mend: ['bank'] }), 'approve.firstReturn')
      .then('returned')
    expect(context).toMatchObject({ mend: ['bank'], holder: null, returnDue: returnTtl })
    expect(effects).toEqual(['askCustomer'])
  })

  test('it goes back to its customer as often as the rules of the day allow', () => {
    const again = [...firstReview, returned(), resubmitted(), machinePassed({ round: 2 }), firstClaimed()]
    given(...again)
      .when(returned({ mostReturns: 1 }), 'approve.firstReturn')
      .refused('returnsLeft')
    const { context } = given(...again)
      .when(returned({ mostReturns: 2 }), 'approve.firstReturn')
      .then('returned')
    expect(context).toMatchObject({ returns: 2 })
  })

  test('the holder releases it; the lead recalls it', () => {
    given(...firstReview)
      .when(firstReleased({ by: 'budi' }), 'approve.firstRelease')
      .refused('holder')
    given(...firstReview)
      .when(firstReleased(), 'approve.firstRelease')
      .then('firstReview.wait')
    given(...firstReview)
      .when(firstRecalled({ by: 'lead' }), 'approve.firstRecall')
      .then('firstReview.wait')
  })

  test('the lead reassigns it to somebody else, and the former holder is out', () => {
    given(...firstReview)
      .when(firstReassigned({ to: 'ayu' }), 'approve.firstReassign')
      .refused('anotherHolder')
    given(...firstReview)
      .when(firstReassigned({ to: 'budi' }), 'approve.firstReassign')
      .then('firstReview.claimed')
    const moved = given(...firstReview, firstReassigned({ to: 'budi' }))
    moved.when(firstPassed({ by: 'ayu' }), 'approve.firstPass').refused('holder')
    moved.when(firstPassed({ by: 'budi' }), 'approve.firstPass').then('finalReview.wait')
  })

  test('a claim runs out, not before its time', () => {
    given(...firstReview)
      .when(firstClaimExpired({ at: claimTtl - 1 }), 'SYS')
      .refused('deadlineAhead')
    const { context } = given(...firstReview)
      .when(firstClaimExpired(), 'SYS')
      .then('firstReview.wait')
    // `since` keeps the time of the first arrival, not of the return to the queue.
    expect(context).toMatchObject({ holder: null, since: 0 })
  })

  test("the timer of an earlier claim does not free the next holder's", () => {
    given(...firstReview, firstReleased(), firstClaimed({ by: 'budi' }))
      .when(firstClaimExpired({ armed: 3 }), 'SYS')
      .refused('deadlineGone')
  })

  test('reassigning starts the time anew', () => {
    const moved = given(...firstReview, firstReassigned({ at: 1000 }))
    expect(moved.deadlines).toEqual([{ event: 'firstClaimExpired', at: 1000 + claimTtl, version: 4 }])
    moved.when(firstClaimExpired({ armed: 3 }), 'SYS').refused('deadlineGone')
  })

  test("an event comes through its own stage's interface only", () => {
    given(...firstReview)
      .when(firstPassed(), 'approve.finalPass')
      .refused('notOffered')
    given(...firstReview)
      .when(firstPassed(), 'SYS')
      .refused('notOffered')
    given(...firstReview)
      .when(firstClaimExpired(), 'approve.firstRelease')
      .refused('notOffered')
  })
})

describe('with the customer', () => {
  test('a resubmission starts a new round at the machine, which knows nothing of the last one', () => {
    const { context, effects } = given(...withCustomer)
      .when(resubmitted({ personVersion: 2 }), 'intake.resubmit')
      .then('machineReview')
    expect(context).toMatchObject({ round: 2, finding: null, refer: false, mend: [], firstReviewer: null })
    expect(context.application).toMatchObject({ orderNo: 'LK-1', personVersion: 2 })
    expect(effects).toEqual(['runMachineReview'])
  })

  test('the new round has its own deadline', () => {
    given(...withCustomer, resubmitted())
      .when(machineTimedOut({ armed: 1 }), 'SYS')
      .refused('deadlineGone')
    given(...withCustomer, resubmitted())
      .when(machineTimedOut({ armed: 5 }), 'SYS')
      .then('firstReview.wait')
  })

  test('whoever returned it may review it again', () => {
    given(...withCustomer, resubmitted(), machinePassed({ round: 2 }))
      .when(firstClaimed({ by: 'ayu' }), 'approve.firstClaim')
      .then('firstReview.claimed')
  })

  test('what the machine found in the round before comes too late', () => {
    given(...withCustomer, resubmitted())
      .when(machinePassed({ round: 1 }), 'SYS')
      .refused('thisRound')
  })

  test('seven days without an answer close it', () => {
    given(...withCustomer)
      .when(returnExpired({ at: returnTtl - 1 }), 'SYS')
      .refused('deadlineAhead')
    given(...withCustomer)
      .when(returnExpired(), 'SYS')
      .then('closed')
  })
})

describe('final review', () => {
  test("this round's first reviewer cannot take it", () => {
    given(...finalQueue)
      .when(finalClaimed({ by: 'ayu' }), 'approve.finalClaim')
      .refused('notFirstReviewer')
    given(...finalQueue)
      .when(finalClaimed({ by: 'budi' }), 'approve.finalClaim')
      .then('finalReview.claimed')
    expect(given(...finalQueue).offers('ayu').finalClaimed).toBe('notFirstReviewer')
  })

  test('nor be given it', () => {
    given(...finalQueue)
      .when(finalAssigned({ to: 'ayu' }), 'approve.finalAssign')
      .refused('assigneeNotFirstReviewer')
    given(...finalQueue)
      .when(finalAssigned({ to: 'budi' }), 'approve.finalAssign')
      .then('finalReview.claimed')
    given(...finalReview)
      .when(finalReassigned({ to: 'ayu' }), 'approve.finalReassign')
      .refused('assigneeNotFirstReviewer')
  })

  test('an approval opens the payout', () => {
    const { context, effects } = given(...finalReview)
      .when(finalPassed({ amount: 1_000_000 }), 'approve.finalPass')
      .then('passed')
    expect(context).toMatchObject({ finalReviewer: 'budi', holder: null, proposal: { amount: 1_000_000, term: 3 } })
    expect(effects).toEqual(['openPayout'])
  })

  test('an approval needs a verified account', () => {
    const unverified = machinePassed({ finding: { ...finding, accountVerified: false } })
    const review = given(submitted(), unverified, firstClaimed(), firstPassed(), finalClaimed())
    review.when(finalPassed(), 'approve.finalPass').refused('accountVerified')
    expect(review.offers('budi')).toMatchObject({ finalPassed: 'accountVerified', finalRejected: undefined })
  })

  test('an approval stays within the application, the product and the cap', () => {
    given(...finalReview)
      .when(finalPassed({ amount: 2_000_001 }), 'approve.finalPass')
      .refused('withinApplied')
    given(...finalReview)
      .when(finalPassed({ term: 5 }), 'approve.finalPass')
      .refused('termAllowed')
    given(...finalReview)
      .when(finalPassed({ cap: 1_999_999 }), 'approve.finalPass')
      .refused('withinCap')
    given(...finalReview)
      .when(finalPassed({ cap: 2_000_000 }), 'approve.finalPass')
      .then('passed')
  })

  test('nobody but the holder decides', () => {
    given(...finalReview)
      .when(finalPassed({ by: 'citra' }), 'approve.finalPass')
      .refused('holder')
    given(...finalReview)
      .when(finalRejected({ by: 'citra' }), 'approve.finalReject')
      .refused('holder')
    given(...finalReview)
      .when(sentBack({ by: 'citra' }), 'approve.finalSendBack')
      .refused('holder')
  })

  test('a rejection has a reason and is the end', () => {
    given(...finalReview)
      .when(finalRejected({ reason: '' }), 'approve.finalReject')
      .refused('reasonGiven')
    given(...finalReview)
      .when(finalRejected(), 'approve.finalReject')
      .then('finalRejected')
    expect(given(...finalReview, finalRejected()).offers('budi')).toEqual({})
  })

  test('sending back starts a new round of first review', () => {
    given(...finalReview)
      .when(sentBack({ reason: '' }), 'approve.finalSendBack')
      .refused('reasonGiven')
    const { context } = given(...finalReview)
      .when(sentBack(), 'approve.finalSendBack')
      .then('firstReview.wait')
    expect(context).toMatchObject({
      round: 2,
      firstReviewer: null,
      proposal: null,
      verdict: { reason: 'incomeUnclear' },
    })
  })

  test('in the new round it is the new first reviewer who is kept out of the final one', () => {
    const again = given(...finalReview, sentBack(), firstClaimed({ by: 'budi' }), firstPassed({ by: 'budi' }))
    expect(again.offers('budi').finalClaimed).toBe('notFirstReviewer')
    expect(again.offers('ayu')).toHaveProperty('finalClaimed', undefined)
  })

  test('the holder releases it; the lead recalls it or moves it to somebody else', () => {
    given(...finalReview)
      .when(finalReleased({ by: 'citra' }), 'approve.finalRelease')
      .refused('holder')
    given(...finalReview)
      .when(finalReleased(), 'approve.finalRelease')
      .then('finalReview.wait')
    given(...finalReview)
      .when(finalRecalled(), 'approve.finalRecall')
      .then('finalReview.wait')
    given(...finalReview)
      .when(finalReassigned({ to: 'budi' }), 'approve.finalReassign')
      .refused('anotherHolder')
    const { context } = given(...finalReview)
      .when(finalReassigned({ to: 'citra' }), 'approve.finalReassign')
      .then('finalReview.claimed')
    expect(context.holder).toBe('citra')
  })

  test('a claim runs out', () => {
    given(...finalReview)
      .when(finalClaimExpired({ at: claimTtl - 1 }), 'SYS')
      .refused('deadlineAhead')
    given(...finalReview)
      .when(finalClaimExpired({ armed: 3 }), 'SYS')
      .refused('deadlineGone')
    given(...finalReview)
      .when(finalClaimExpired(), 'SYS')
      .then('finalReview.wait')
  })
})

describe('after the approval', () => {
  test('the lead undoes it while the payout has not been sent', () => {
    given(...approved)
      .when(approvalUndone({ payoutSent: true }), 'approve.undo')
      .refused('payoutNotSent')
    given(...approved)
      .when(approvalUndone({ reason: '' }), 'approve.undo')
      .refused('reasonGiven')
    const { context, effects } = given(...approved)
      .when(approvalUndone(), 'approve.undo')
      .then('finalReview.wait')
    expect(context.finalReviewer).toBeNull()
    expect(effects).toEqual(['cancelPayout'])
  })

  test('an undone approval is the same round: its first reviewer is still kept out', () => {
    given(...approved, approvalUndone())
      .when(finalClaimed({ by: 'ayu' }), 'approve.finalClaim')
      .refused('notFirstReviewer')
  })

  test('a withdrawal cancels the payout while it has not been sent', () => {
    given(...approved)
      .when(withdrawn({ payoutSent: true }), 'intake.withdraw')
      .refused('payoutNotSent')
    const { effects } = given(...approved)
      .when(withdrawn(), 'intake.withdraw')
      .then('closed')
    expect(effects).toEqual(['cancelPayout'])
  })
})

describe('withdrawal', () => {
  test.each([
    ['machine review', [submitted()]],
    ['the first queue', firstQueue],
    ['first review', firstReview],
    ['the customer', withCustomer],
    ['the final queue', finalQueue],
    ['final review', finalReview],
  ])('from %s closes it and asks for nothing else', (_, events) => {
    const { context, effects } = given(...events)
      .when(withdrawn(), 'intake.withdraw')
      .then('closed')
    expect(context.holder).toBeNull()
    expect(effects).toEqual([])
  })

  test.each([
    ['rejected by the machine', [submitted(), machineRejected()]],
    ['rejected at first review', [...firstReview, firstRejected()]],
    ['rejected at final review', [...finalReview, finalRejected()]],
    ['closed', [submitted(), withdrawn()]],
  ])('is not offered once %s', (_, events) => {
    given(...events)
      .when(withdrawn(), 'intake.withdraw')
      .refused('notOffered')
  })
})

describe('what is offered', () => {
  test("somebody else's application shows the decisions with the reason", () => {
    expect(given(...firstReview).offers('budi')).toStrictEqual({
      firstPassed: 'holder',
      firstRejected: 'holder',
      returned: 'holder',
      firstReleased: 'holder',
      firstRecalled: undefined,
      firstReassigned: undefined,
      withdrawn: undefined,
    })
  })

  test('what the form has yet to say is no reason', () => {
    expect(given(...finalReview).offers('budi')).toMatchObject({ finalPassed: undefined, sentBack: undefined })
  })
})
