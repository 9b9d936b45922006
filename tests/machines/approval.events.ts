import type { ApprovalEvent, MachineFinding } from '../../src/machines/approval.facts.ts'

const minute = 60_000
export const claimTtl = 30 * minute
export const machineTtl = 10 * minute
export const returnTtl = 7 * 24 * 60 * minute

type Of<Type> = Omit<ApprovalEvent & { type: Type }, 'type'>

const fact =
  <Type extends ApprovalEvent['type']>(type: Type, usual: Of<Type>) =>
  (more: Partial<Of<Type>> = {}) =>
    ({ type, ...usual, ...more }) as ApprovalEvent & { type: Type }

export const finding: MachineFinding = {
  ruleSet: 'builtin-1',
  hits: [],
  missing: [],
  score: 640,
  rating: 'B',
  bureau: 'bureau-1',
  accountVerified: true,
}

export const knockedOut: MachineFinding = {
  ...finding,
  hits: [{ rule: 'ageOutOfRange', knockOut: true }],
}

export const incomplete: MachineFinding = { ...finding, missing: ['bureau'], bureau: null }

const system = { by: 'SYS', at: 0 } as const
const ayu = { by: 'ayu', at: 0 }
const budi = { by: 'budi', at: 0 }
const lead = { by: 'lead', at: 0 }
export const decision = { amount: 2_000_000, term: 3, terms: [3, 6], floor: 500_000, cap: 5_000_000, note: '' }
const verdict = { reason: 'incomeUnclear', note: '' }

export const submitted = fact('submitted', {
  ...system,
  machineTtl,
  application: {
    orderNo: 'LK-1',
    person: 'person-1',
    personVersion: 1,
    app: 'kilat',
    channel: 'organic',
    product: 'cicil',
    customerType: 'new',
    loanCount: 0,
    failedOrderCount: 0,
    amount: 2_000_000,
    term: 3,
    serviceFee: 100_000,
    handlingFee: 20_000,
  },
})
export const machinePassed = fact('machinePassed', { ...system, round: 1, finding })
export const machineReferred = fact('machineReferred', { ...system, round: 1, finding: incomplete })
export const machineRejected = fact('machineRejected', { ...system, round: 1, finding: knockedOut })
export const machineTimedOut = fact('machineTimedOut', { ...system, at: machineTtl, armed: 1 })

export const firstClaimed = fact('firstClaimed', { ...ayu, claimTtl })
export const firstAssigned = fact('firstAssigned', { ...lead, to: 'ayu', claimTtl })
export const firstReassigned = fact('firstReassigned', { ...lead, to: 'budi', claimTtl })
export const firstReleased = fact('firstReleased', ayu)
export const firstRecalled = fact('firstRecalled', lead)
export const firstClaimExpired = fact('firstClaimExpired', { ...system, at: claimTtl, armed: 3 })
export const firstPassed = fact('firstPassed', { ...ayu, ...decision })
export const firstRejected = fact('firstRejected', { ...ayu, ...verdict })
export const returned = fact('returned', { ...ayu, ...verdict, mend: ['incomeProof'], returnTtl })

export const resubmitted = fact('resubmitted', { ...system, personVersion: 2, machineTtl })
export const returnExpired = fact('returnExpired', { ...system, at: returnTtl, armed: 4 })

export const finalClaimed = fact('finalClaimed', { ...budi, claimTtl })
export const finalAssigned = fact('finalAssigned', { ...lead, to: 'budi', claimTtl })
export const finalReassigned = fact('finalReassigned', { ...lead, to: 'citra', claimTtl })
export const finalReleased = fact('finalReleased', budi)
export const finalRecalled = fact('finalRecalled', lead)
export const finalClaimExpired = fact('finalClaimExpired', { ...system, at: claimTtl, armed: 5 })
export const finalPassed = fact('finalPassed', { ...budi, ...decision })
export const finalRejected = fact('finalRejected', { ...budi, ...verdict })
export const sentBack = fact('sentBack', { ...budi, ...verdict })

export const approvalUndone = fact('approvalUndone', { ...lead, ...verdict, payoutSent: false })
export const withdrawn = fact('withdrawn', { ...system, payoutSent: false })
