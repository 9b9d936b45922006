import { assign, setup } from 'xstate'
import { guardsOf, type TransitionMeta } from './kernel.ts'
import {
  type Checked,
  checked,
  checkedAgain,
  instants,
  type Quality,
  type QualityEvent,
  rules,
  sampled,
  type Sampled,
} from './quality.facts.ts'

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

const passing = { interface: 'quality.check', asks: ['missed'], tone: 'success' } as const
const failing = { interface: 'quality.check', asks: ['missed', 'evidence'], tone: 'danger' } as const
const addComplaint = {
  meta: { interface: 'quality.complain', asks: ['complaint'] },
  actions: 'complain',
} as const

/** The second check of a verdict, which stands whatever the second is. */
const secondOf = (verdict: 'passed' | 'failed') =>
  ({
    on: {
      complaintAdded: addComplaint,
      secondPassed: {
        target: `#quality.${verdict}`,
        guard: all('notSeller', 'notFirstChecker', 'onCard', 'passes'),
        meta: passing,
        actions: ['passSecond', 'decide'],
      },
      secondFailed: {
        target: `#quality.${verdict}`,
        guard: all('notSeller', 'notFirstChecker', 'onCard', 'fails'),
        meta: failing,
        actions: ['failSecond', 'decide'],
      },
      secondLapsed: { target: `#quality.${verdict}`, meta: { after: 'lapsesAt' }, actions: 'decide' },
    },
  }) as const

/**
 * Whether one visit to a lead was done well, a stream a visit. The system samples visits; a checker scores one, and
 * another scores some of them again without seeing the first verdict. The seller may appeal once.
 */
export const qualityMachine = setup({
  types: {} as { context: Quality; events: QualityEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: {
    sample: assign(({ event }) => sampled({ event: event as Sampled })),
    complain: assign(({ event }) => ({ complaint: (event as Sampled).complaint! })),
    pass: assign(({ context, event }) => checked(true)({ context, event: event as Checked })),
    fail: assign(({ context, event }) => checked(false)({ context, event: event as Checked })),
    passSecond: assign(({ context, event }) => checkedAgain(true)({ context, event: event as Checked })),
    failSecond: assign(({ context, event }) => checkedAgain(false)({ context, event: event as Checked })),
    decide: assign(({ event: { at } }) => ({ decidedAt: at })),
    appeal: assign(({ event }) => ({
      appeal: { at: event.at, reason: (event as Extract<QualityEvent, { type: 'appealed' }>).reason },
    })),
  },
  delays: { lapsesAt: ({ context }) => instants.lapsesAt(context) },
}).createMachine({
  id: 'quality',
  version: '1',
  initial: 'new',
  context: {
    visit: null,
    sampledAt: 0,
    complaint: null,
    checkers: [],
    check: null,
    second: null,
    appeal: null,
    decidedAt: null,
  },
  states: {
    new: {
      tags: 'way',
      on: {
        sampled: { target: 'notChecked.once', actions: 'sample' },
        sampledTwice: { target: 'notChecked.twice', actions: 'sample' },
        complained: {
          target: 'notChecked.once',
          meta: { interface: 'quality.complain', asks: ['complaint'] },
          actions: 'sample',
        },
      },
    },

    notChecked: {
      initial: 'once',
      states: {
        once: {
          tags: 'way',
          on: {
            complaintAdded: addComplaint,
            checkPassed: {
              target: '#quality.passed',
              guard: all('notSeller', 'notEarlierChecker', 'onCard', 'passes'),
              meta: passing,
              actions: ['pass', 'decide'],
            },
            checkFailed: {
              target: '#quality.failed',
              guard: all('notSeller', 'notEarlierChecker', 'onCard', 'fails'),
              meta: failing,
              actions: ['fail', 'decide'],
            },
          },
        },
        twice: {
          on: {
            complaintAdded: addComplaint,
            checkPassed: {
              target: '#quality.second.passed',
              guard: all('notSeller', 'onCard', 'passes'),
              meta: passing,
              actions: 'pass',
            },
            checkFailed: {
              target: '#quality.second.failed',
              guard: all('notSeller', 'onCard', 'fails'),
              meta: failing,
              actions: 'fail',
            },
          },
        },
      },
    },

    second: { initial: 'passed', states: { passed: secondOf('passed'), failed: secondOf('failed') } },

    passed: { tags: 'goal', on: { complaintAdded: { target: 'notChecked.once', ...addComplaint } } },

    failed: {
      on: {
        complaintAdded: addComplaint,
        appealed: {
          target: 'appealed',
          guard: all('seller', 'notAppealed', 'inAppealTime'),
          meta: { interface: 'quality.appeal', asks: ['reason'] },
          actions: 'appeal',
        },
      },
    },

    appealed: {
      on: {
        complaintAdded: addComplaint,
        appealUpheld: {
          target: 'passed',
          guard: all('anotherPerson', 'onCard', 'passes'),
          meta: passing,
          actions: ['pass', 'decide'],
        },
        appealDismissed: {
          target: 'failed',
          guard: all('anotherPerson', 'onCard', 'fails'),
          meta: failing,
          actions: ['fail', 'decide'],
        },
      },
    },
  },
})
