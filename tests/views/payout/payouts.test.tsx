import { describe, expect, test } from 'vitest'
import { offers } from '../../../src/machines/kernel.ts'
import type { Payout } from '../../../src/services/payout.ts'
import { subjectOf } from '../../../src/views/payout/subject.ts'

const failed: Payout = {
  orderNo: 'LK260310000001',
  version: 7,
  state: 'failed',
  since: 0,
  sortedAt: 0,
  customer: 'C*** N***',
  phone: '+628******7890',
  app: 'DK',
  product: 'KILAT',
  amount: 1_410_000,
  bank: 'BCA',
  account: '*******811',
  channel: 'samudra',
  openedAt: 0,
  proposal: null,
  proposer: null,
  proposerName: null,
  evidence: null,
  prover: null,
  proofDay: null,
  changedBy: ['staff/6'],
  refusal: null,
  attempts: 1,
  txid: 'LK260310000001-P1',
  thirdStatus: 'failed',
  code: 'ACCOUNT_CLOSED',
  message: 'The account is closed',
  sentAt: 0,
  endedAt: 0,
  makerName: 'Rina',
  checkerName: 'Sari',
  contradicted: null,
}

const offered = (payout: Payout, id = 'staff/9') => {
  const { process, state } = subjectOf(payout)
  const all = offers(process.machine, state, { id, may: () => true }, 0)
  return Object.fromEntries(all.map(({ event, reason }) => [event, reason]))
}

describe('a row of the list offers what the chart offers', () => {
  test('after a failure another sending, and nothing to find out', () => {
    expect(offered(failed)).toEqual({
      payoutRetried: undefined,
      channelChanged: undefined,
      accountChanged: undefined,
      paidProposed: 'inDoubt',
      unpaidProposed: 'inDoubt',
    })
  })

  test('of which two things were said, only to find out which is true', () => {
    expect(offered({ ...failed, contradicted: 'LK260310000001-P1' })).toEqual({
      payoutRetried: 'nothingInDoubt',
      channelChanged: 'nothingInDoubt',
      accountChanged: 'nothingInDoubt',
      paidProposed: undefined,
      unpaidProposed: undefined,
    })
  })

  test('to a second person who is neither its proposer nor changed anything of it last', () => {
    const checking = { ...failed, state: 'checking', proposal: 'payoutRetried', proposer: 'staff/8' }
    expect(offered(checking)).toEqual({ payoutApproved: undefined, payoutRefused: undefined })
    expect(offered(checking, 'staff/8')).toEqual({ payoutApproved: 'anotherPerson', payoutRefused: 'anotherPerson' })
    expect(offered(checking, 'staff/6')).toMatchObject({ payoutApproved: 'notLastChanger' })
  })

  test('of what is unknown, the proof to whoever did not find it', () => {
    const proving = { ...failed, state: 'unknown.provingPaid', prover: 'staff/8', thirdStatus: 'accepted' }
    expect(offered(proving)).toEqual({ payoutResolved: undefined, proofRefused: undefined })
    expect(offered(proving, 'staff/8')).toEqual({ payoutResolved: 'notProver', proofRefused: 'notProver' })
  })
})
