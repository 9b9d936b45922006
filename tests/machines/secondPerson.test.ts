import { describe, expect, test } from 'vitest'
import { blank, evolve } from '../../src/machines/kernel.ts'
import { lifecycles, machineOf } from '../../src/machines/lifecycles.ts'
import { askedIn, secondPersonStepsOf, leadingTo } from '../../src/machines/secondPerson.ts'
import { statementDayMachine } from '../../src/machines/statementDay.ts'

const places = () =>
  lifecycles.flatMap(({ name, machine }) => [
    ...new Set(
      secondPersonStepsOf(machine).map(({ place }) => `${name} ${place}: ${leadingTo(machine, place).join(', ')}`),
    ),
  ])

test('the states that wait for a second person, and what leads to them', () => {
  expect(places()).toEqual([
    'customerEdit pending: editHeld',
    'ruleSet proposed: publishProposed',
    'payout checking: payoutSubmitted, channelChanged, accountChanged, payoutRetried',
    'payout unknown.provingPaid: paidProposed',
    'payout unknown.provingUnpaid: unpaidProposed',
    'loan open.reduction.requested: reductionRequested',
    'loan open.proposal.reversal: reversalProposed',
    'loan open.proposal.writeOff: writeOffProposed',
    'statementLine proposed: matchProposed',
    'statementLine unmatching: unmatchProposed',
    'statementDay closing: dayCloseProposed',
    'withdrawal requested: withdrawalRequested',
    'withdrawal provingPaid: paidProposed',
    'withdrawal provingUnpaid: unpaidProposed',
    'setting proposed: settingProposed',
    'setting changing: settingProposed',
    'smsTemplate proposed: templateProposed',
    'smsTemplate revisionProposed: templateProposed',
    'contact liftingMarketing: liftProposed',
    'contact liftingContact: liftProposed',
    'smsBatch pendingApproval: batchProposed',
    'reminder proposed: reminderProposed',
    'placement proposed: placementProposed',
    'quality appealed: appealed',
  ])
})

// Final reviews and first checks of quality are done from a list of what waits, which their people have open.
const ofQueues = ['notFirstReviewer', 'notSeller', 'notFirstChecker', 'notEarlierChecker']

// A rule of two people that is not made with `byAnother` would keep its process off the worklist.
test.each(lifecycles)('every rule of two people of $name is one that the worklist reads', ({ machine }) => {
  const rules = Object.entries(machine.implementations.guards as Record<string, { barred?: unknown }>)
  const ofTwo = rules.filter(([name]) => /^(anotherPerson|not(?!Before|After)[A-Z]\w*(er|or))$/.test(name))
  const unread = ofTwo.filter(([, { barred }]) => typeof barred !== 'function').map(([name]) => name)
  expect(unread.filter((name) => !ofQueues.includes(name))).toEqual([])
})

describe('a day whose closing is proposed', () => {
  const totals = { lines: 1, start: 0, end: 5, credits: 5, debits: 0, unsettled: 0, appending: 0, missing: 0 }
  const proposal = { type: 'dayCloseProposed', by: 'staff/7', at: 0, account: 'BCA', day: '1970-01-01', ...totals }
  const { state } = evolve(statementDayMachine, blank(statementDayMachine), proposal)

  test('waits for anybody but its proposer, by two steps', () => {
    expect(askedIn(machineOf('statementDay/BCA'), state)).toEqual([
      { place: 'closing', event: 'dayClosed', interface: 'bankStatement.confirmClose', barred: ['staff/7'] },
      { place: 'closing', event: 'dayCloseRefused', interface: 'bankStatement.refuseClose', barred: ['staff/7'] },
    ])
  })

  test('waits for nobody once it is closed', () => {
    const closed = evolve(statementDayMachine, state, { ...proposal, type: 'dayClosed', by: 'staff/8' })
    expect(askedIn(statementDayMachine, closed.state)).toEqual([])
  })
})
