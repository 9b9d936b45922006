import { assign, setup } from 'xstate'
import {
  type Amendment,
  type Approval,
  type ApprovalEvent,
  type Assignment,
  type Claim,
  type MachineFinding,
  rules,
  type Verdict,
} from './approval.facts.ts'
import { effect, type Fact, guardsOf, type TransitionMeta } from './kernel.ts'

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

type Did<More = unknown> = { event: Fact & More }
type At<More> = Did<More> & { context: Approval }
// A claim and its release keep the waiting time. Only a move to another stage restarts it.
const freed = { holder: null }
const moved = ({ event }: Did) => ({ ...freed, since: event.at })
const heldBy = (holder: string, { at, claimTtl }: Fact & Claim) => ({ holder, claimDue: at + claimTtl })
const claimed = ({ event }: Did<Claim>) => heldBy(event.by, event)
const assigned = ({ event }: Did<Assignment>) => heldBy(event.to, event)
const judged = ({ event }: Did<Verdict>) => ({
  ...moved({ event }),
  verdict: { reason: event.reason, note: event.note },
})
const found = ({ event }: Did<{ finding: MachineFinding }>) => ({
  finding: event.finding,
  since: event.at,
  machineAt: event.at,
})
/** Moves the application to the changed record. The finding about the old record becomes invalid. */
const amended = ({ context, event }: At<Amendment>) => ({
  application: { ...context.application!, personVersion: event.personVersion },
  finding: context.finding && {
    ...context.finding,
    accountVerified: context.finding.accountVerified && !event.checks.includes('account'),
  },
  unchecked: [...new Set([...context.unchecked, ...event.checks])],
})
const checkedAnew = ({ context, event }: At<{ finding: MachineFinding }>) => ({
  finding: event.finding,
  unchecked: [],
  refer: context.refer || event.finding.missing.length > 0,
})
// The machine reviews everything again.
const amendedBefore = ({ context, event }: At<Amendment>) => ({
  application: { ...context.application!, personVersion: event.personVersion },
})
const forgotten = { firstReviewer: null, firstAt: null, finalReviewer: null, finalAt: null, proposal: null }
const withdrawal = { interface: 'intake.withdraw' }

export const approvalMachine = setup({
  types: {} as { context: Approval; events: ApprovalEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: {
    machineDue: ({ context }) => context.machineDue,
    claimDue: ({ context }) => context.claimDue,
    returnDue: ({ context }) => context.returnDue,
  },
  actions: {
    runMachineReview: effect,
    askCustomer: effect,
    openPayout: effect,
    cancelPayout: effect,
    recheckCustomer: effect,
  },
}).createMachine({
  id: 'approval',
  version: '3',
  initial: 'new',
  context: {
    application: null,
    round: 0,
    since: 0,
    refer: false,
    finding: null,
    unchecked: [],
    holder: null,
    firstReviewer: null,
    finalReviewer: null,
    proposal: null,
    verdict: null,
    mend: [],
    appliedAt: 0,
    machineAt: null,
    firstAt: null,
    finalAt: null,
    machineDue: 0,
    claimDue: 0,
    returnDue: 0,
    returns: 0,
  },
  states: {
    new: {
      tags: 'way',
      on: {
        submitted: {
          target: 'machineReview',
          meta: { interface: 'intake.apply' },
          actions: [
            assign(({ event }) => ({
              application: event.application,
              round: 1,
              since: event.at,
              appliedAt: event.at,
              machineDue: event.at + event.machineTtl,
            })),
            'runMachineReview',
          ],
        },
      },
    },

    machineReview: {
      tags: 'way',
      on: {
        machinePassed: {
          target: 'firstReview',
          guard: all('thisRound', 'thisRecord', 'nothingMissing', 'noKnockOut'),
          actions: assign(found),
        },
        machineReferred: {
          target: 'firstReview',
          guard: all('thisRound', 'thisRecord', 'noKnockOut'),
          actions: assign(({ event }) => ({ ...found({ event }), refer: true })),
        },
        machineRejected: {
          target: 'machineRejected',
          guard: all('thisRound', 'thisRecord', 'knockedOut'),
          actions: assign(found),
        },
        machineTimedOut: {
          target: 'firstReview',
          meta: { after: 'machineDue' },
          actions: assign(({ event }) => ({ refer: true, since: event.at, machineAt: event.at })),
        },
        customerAmended: { guard: 'onPresentRecord', actions: [assign(amendedBefore), 'runMachineReview'] },
        withdrawn: { target: 'closed', meta: withdrawal, actions: assign(moved) },
      },
    },

    firstReview: {
      initial: 'wait',
      on: { withdrawn: { target: 'closed', meta: withdrawal, actions: assign(moved) } },
      states: {
        wait: {
          tags: 'way',
          on: {
            customerAmended: { guard: 'onPresentRecord', actions: [assign(amended), 'recheckCustomer'] },
            rechecked: { guard: 'thisRecord', actions: assign(checkedAnew) },
            recheckFailed: { guard: 'thisRecord', actions: assign(checkedAnew) },
            firstClaimed: { target: 'claimed', meta: { interface: 'approve.firstClaim' }, actions: assign(claimed) },
            firstAssigned: {
              target: 'claimed',
              meta: { interface: 'approve.firstAssign', asks: ['to'] },
              actions: assign(assigned),
            },
            firstDispatched: { target: 'claimed', actions: assign(assigned) },
          },
        },
        claimed: {
          tags: 'way',
          on: {
            customerAmended: { guard: 'onPresentRecord', actions: [assign(amended), 'recheckCustomer'] },
            rechecked: { guard: 'thisRecord', actions: assign(checkedAnew) },
            recheckFailed: { guard: 'thisRecord', actions: assign(checkedAnew) },
            firstPassed: {
              target: '#approval.finalReview',
              guard: all('holder', 'withinApplied', 'atLeastFloor', 'termAllowed'),
              meta: { interface: 'approve.firstPass', asks: ['amount', 'term', 'note'], tone: 'success' },
              actions: assign(({ event }) => ({
                ...moved({ event }),
                firstReviewer: event.by,
                firstAt: event.at,
                proposal: { amount: event.amount, term: event.term },
              })),
            },
            firstRejected: {
              target: '#approval.firstRejected',
              guard: all('holder', 'reasonGiven'),
              meta: { interface: 'approve.firstReject', asks: ['reason', 'note'], tone: 'danger' },
              actions: assign(({ event }) => ({ ...judged({ event }), firstReviewer: event.by, firstAt: event.at })),
            },
            returned: {
              target: '#approval.returned',
              guard: all('holder', 'returnsLeft', 'reasonGiven', 'mendNamed'),
              meta: { interface: 'approve.firstReturn', asks: ['reason', 'mend', 'note'] },
              actions: [
                assign(({ context, event }) => ({
                  ...judged({ event }),
                  returns: context.returns + 1,
                  mend: event.mend,
                  returnDue: event.at + event.returnTtl,
                })),
                'askCustomer',
              ],
            },
            firstReleased: {
              target: 'wait',
              guard: 'holder',
              meta: { interface: 'approve.firstRelease' },
              actions: assign(freed),
            },
            firstRecalled: { target: 'wait', meta: { interface: 'approve.firstRecall' }, actions: assign(freed) },
            firstReassigned: {
              guard: 'anotherHolder',
              meta: { interface: 'approve.firstReassign', asks: ['to'] },
              actions: assign(assigned),
            },
            firstClaimExpired: { target: 'wait', meta: { after: 'claimDue' }, actions: assign(freed) },
          },
        },
      },
    },

    returned: {
      on: {
        resubmitted: {
          target: 'machineReview',
          meta: { interface: 'intake.resubmit' },
          actions: [
            assign(({ context, event }) => ({
              ...forgotten,
              application: { ...context.application!, personVersion: event.personVersion },
              round: context.round + 1,
              refer: false,
              finding: null,
              unchecked: [],
              machineAt: null,
              mend: [],
              since: event.at,
              machineDue: event.at + event.machineTtl,
            })),
            'runMachineReview',
          ],
        },
        customerAmended: { guard: 'onPresentRecord', actions: assign(amendedBefore) },
        withdrawn: { target: 'closed', meta: withdrawal, actions: assign(moved) },
        returnExpired: { target: 'closed', meta: { after: 'returnDue' }, actions: assign(moved) },
      },
    },

    finalReview: {
      initial: 'wait',
      on: { withdrawn: { target: 'closed', meta: withdrawal, actions: assign(moved) } },
      states: {
        wait: {
          tags: 'way',
          on: {
            customerAmended: { guard: 'onPresentRecord', actions: [assign(amended), 'recheckCustomer'] },
            rechecked: { guard: 'thisRecord', actions: assign(checkedAnew) },
            recheckFailed: { guard: 'thisRecord', actions: assign(checkedAnew) },
            finalClaimed: {
              target: 'claimed',
              guard: 'notFirstReviewer',
              meta: { interface: 'approve.finalClaim' },
              actions: assign(claimed),
            },
            finalAssigned: {
              target: 'claimed',
              guard: 'assigneeNotFirstReviewer',
              meta: { interface: 'approve.finalAssign', asks: ['to'] },
              actions: assign(assigned),
            },
            finalDispatched: { target: 'claimed', guard: 'assigneeNotFirstReviewer', actions: assign(assigned) },
          },
        },
        claimed: {
          tags: 'way',
          on: {
            customerAmended: { guard: 'onPresentRecord', actions: [assign(amended), 'recheckCustomer'] },
            rechecked: { guard: 'thisRecord', actions: assign(checkedAnew) },
            recheckFailed: { guard: 'thisRecord', actions: assign(checkedAnew) },
            finalPassed: {
              target: '#approval.passed',
              guard: all(
                'holder',
                'nothingUnchecked',
                'notKnockedOut',
                'accountVerified',
                'withinApplied',
                'atLeastFloor',
                'termAllowed',
                'withinCap',
              ),
              meta: { interface: 'approve.finalPass', asks: ['amount', 'term', 'note'], tone: 'success' },
              actions: [
                assign(({ event }) => ({
                  ...moved({ event }),
                  finalReviewer: event.by,
                  finalAt: event.at,
                  proposal: { amount: event.amount, term: event.term },
                })),
                'openPayout',
              ],
            },
            finalRejected: {
              target: '#approval.finalRejected',
              guard: all('holder', 'reasonGiven'),
              meta: { interface: 'approve.finalReject', asks: ['reason', 'note'], tone: 'danger' },
              actions: assign(({ event }) => ({ ...judged({ event }), finalReviewer: event.by, finalAt: event.at })),
            },
            sentBack: {
              target: '#approval.firstReview',
              guard: all('holder', 'reasonGiven'),
              meta: { interface: 'approve.finalSendBack', asks: ['reason', 'note'] },
              actions: assign(({ context, event }) => ({
                ...forgotten,
                ...judged({ event }),
                round: context.round + 1,
              })),
            },
            finalReleased: {
              target: 'wait',
              guard: 'holder',
              meta: { interface: 'approve.finalRelease' },
              actions: assign(freed),
            },
            finalRecalled: { target: 'wait', meta: { interface: 'approve.finalRecall' }, actions: assign(freed) },
            finalReassigned: {
              guard: all('anotherHolder', 'assigneeNotFirstReviewer'),
              meta: { interface: 'approve.finalReassign', asks: ['to'] },
              actions: assign(assigned),
            },
            finalClaimExpired: { target: 'wait', meta: { after: 'claimDue' }, actions: assign(freed) },
          },
        },
      },
    },

    passed: {
      tags: ['over', 'goal'],
      on: {
        customerAmended: {
          guard: all('onPresentRecord', 'confirmedByAnother', 'payoutNotSent'),
          actions: [assign(amended), 'cancelPayout', 'recheckCustomer'],
        },
        rechecked: { guard: all('thisRecord', 'stillSound'), actions: [assign(checkedAnew), 'openPayout'] },
        recheckFailed: {
          target: 'finalReview',
          guard: 'thisRecord',
          actions: assign(({ context, event }) => ({
            ...moved({ event }),
            ...checkedAnew({ context, event }),
            finalReviewer: null,
            finalAt: null,
          })),
        },
        approvalUndone: {
          target: 'finalReview',
          guard: all('payoutNotSent', 'reasonGiven'),
          meta: { interface: 'approve.undo', asks: ['reason', 'note'], tone: 'danger' },
          actions: [
            assign(({ event }) => ({ ...judged({ event }), finalReviewer: null, finalAt: null })),
            'cancelPayout',
          ],
        },
        withdrawn: {
          target: 'closed',
          guard: all('payoutNotSent'),
          meta: withdrawal,
          actions: [assign(moved), 'cancelPayout'],
        },
      },
    },

    machineRejected: { tags: 'over' },
    firstRejected: { tags: 'over' },
    finalRejected: { tags: 'over' },
    closed: { tags: 'over' },
  },
})

const over = new Set(
  Object.values(approvalMachine.states).flatMap(({ key, tags }) => (tags.includes('over') ? [key] : [])),
)

/** Whether an application in this state is decided, so that nobody has to act on it. */
export const isOver = (state: string) => over.has(state)
