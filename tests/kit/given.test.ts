import { expect, test } from 'vitest'
import { approvalMachine } from '../../src/machines/approval.ts'
import { firstClaimed, firstPassed, machinePassed, submitted } from '../machines/approval.events.ts'
import { given } from './given.ts'

const waiting = given(approvalMachine, submitted(), machinePassed())
const pass = waiting.when(firstPassed(), 'approve.firstPass')
const claim = waiting.when(firstClaimed(), 'approve.firstClaim')

test('a sentence that does not hold says in words what was expected of which event', () => {
  expect(() => claim.then('passed')).toThrow(
    "the state after firstClaimed: expected 'firstReview.claimed' to be 'passed'",
  )
  expect(() => claim.refused('notYours')).toThrow("why firstClaimed is refused: expected undefined to be 'notYours'")
  expect(() => pass.then('finalReview.wait')).toThrow(/^whether firstPassed is refused: expected '\w+' to be undefined/)
})
