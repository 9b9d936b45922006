import { assign, setup } from 'xstate'
import { effect, type Fact, guardsOf, type TransitionMeta } from './kernel.ts'
import {
  type CasePlacement,
  contacted,
  corrected,
  dueMoved,
  given,
  type Held,
  held,
  instants,
  judgedAs,
  lifted,
  opened,
  type Opened,
  outcomeNoted,
  paidSince,
  placed,
  promised,
  type Promised,
  type RecoveryCase,
  type RecoveryCaseEvent,
  released,
  reopened,
  rules,
  settled,
  staged,
  statementBooked,
  unretained,
} from './recoveryCase.facts.ts'

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })
const instant =
  (of: (context: RecoveryCase) => number) =>
  ({ context }: { context: RecoveryCase }) =>
    of(context)

const dispatch = {
  target: '#recoveryCase.open.assigned',
  guard: 'worksCompany',
  meta: { interface: 'recoveryCase.dispatch', asks: ['holder'] },
  actions: 'give',
} as const
/** The system gives what waits; `dispatched` is the lead's. Neither waits for the other. */
const allotted = {
  target: '#recoveryCase.open.assigned',
  guard: all('worksCompany', 'worksStage', 'worksApp', 'hasRoom', 'withinDailyCap', 'certifiedToday'),
  actions: 'give',
} as const
/** The holder may hold no case any more. */
const memberLeft = { target: '#recoveryCase.open.unassigned', actions: 'release' } as const
const handOver = {
  memberLeft,
  reassigned: {
    guard: all('otherHolder', 'worksCompany'),
    meta: { interface: 'recoveryCase.reassign', asks: ['holder'] },
    actions: 'give',
  },
  recalled: {
    target: '#recoveryCase.open.unassigned',
    meta: { interface: 'recoveryCase.recall' },
    actions: 'release',
  },
} as const
const leftOnHold = { target: 'unassigned', actions: 'release' } as const
const nextStage = {
  target: '#recoveryCase.open.unassigned',
  meta: { after: 'stageEnds' },
  actions: ['stage', 'release'],
} as const
/** A retained case keeps its holder in the next stage. */
const stageKept = { meta: { after: 'keptStageEnds' }, actions: 'stage' } as const
/** The retention is over and the case waits for another collector. */
const retentionExpired = {
  target: '#recoveryCase.open.unassigned',
  meta: { after: 'retentionEnds' },
  actions: 'release',
} as const
const retaining = {
  retained: {
    guard: all('endsAhead', 'withinRetention', 'retainsFew'),
    meta: { interface: 'recoveryCase.retain', asks: ['until'] },
    actions: 'retain',
  },
  stageKept,
  retentionExpired,
} as const
const retainedOnHold = { stageKept, retentionExpired: { ...retentionExpired, target: 'unassigned' } } as const
/** The holder stays until the promise is judged. */
const retainedInPromise = {
  stageKept,
  retentionExpired: { meta: retentionExpired.meta, actions: 'endRetention' },
} as const
const sameHolder = { meta: { after: 'stageEnds' }, actions: 'stage' } as const
const contact = { guard: 'holder', meta: { interface: 'recoveryCase.contact', asks: ['channel'] } } as const
const promise = {
  target: '#recoveryCase.open.promised',
  guard: all('holder', 'positiveAmount', 'withinOwed', 'dayAhead', 'withinHorizon'),
  meta: { interface: 'recoveryCase.promise', asks: ['day', 'amount'], tone: 'success' },
  actions: 'promise',
} as const
const outcomes = {
  outcomeNoted: {
    guard: all('holder', 'awaitsOutcome', 'notByVisit'),
    meta: { interface: 'recoveryCase.noteOutcome', asks: ['outcome'] },
    actions: 'noteOutcome',
  },
  visited: {
    guard: all('holder', 'awaitsOutcome', 'byVisit', 'proofGiven'),
    meta: { interface: 'recoveryCase.noteOutcome', asks: ['outcome', 'proof'] },
    actions: 'noteOutcome',
  },
  callBackSet: {
    guard: all('holder', 'dayAhead', 'withinHorizon'),
    meta: { interface: 'recoveryCase.callBack', asks: ['day'] },
    actions: 'callBack',
  },
} as const
const hold = (from: string) =>
  ({
    target: `#recoveryCase.open.held.${from}`,
    guard: all('beganLately', 'endsAhead', 'noOverlap'),
    meta: { interface: 'recoveryCase.hold', asks: ['reason', 'from', 'until'] },
    actions: 'hold',
  }) as const

/** A complaint about collection moves nothing: a hold because of it is an event of its own, with the same words. */
const complained = {
  meta: { interface: 'recoveryCase.complain', asks: ['topic', 'channel', 'words', 'hold'] },
  actions: 'hearComplaint',
} as const

/** An emergency contact was asked where the customer is, which is no contact with the customer. */
const whereaboutsAsked = { actions: 'hearWhereabouts' } as const

/** The events of every open case: another oldest due day, a complaint, a question to an emergency contact. */
const always = { dueDayMoved: { actions: 'moveDue' }, complained, whereaboutsAsked } as const
/** Any change of the loan that an open case follows; a payment can also change the outcome of the last promise. */
const followed = {
  ...always,
  promiseCorrected: { guard: 'verdictChanges', actions: 'correct' },
} as const

/** The placement begins or ends, and nobody's work does: nobody holds the case, or a promise is still to be judged. */
const placing = { placementBegan: { actions: 'place' }, placementEnded: { actions: 'unplace' } } as const
/** The case leaves its holder, who is of another company now. */
const placingFrom = (target: string) =>
  ({
    placementBegan: { target, actions: ['release', 'place'] },
    placementEnded: { target, actions: ['release', 'unplace'] },
  }) as const
const moving = placingFrom('#recoveryCase.open.unassigned')
const movingOnHold = placingFrom('#recoveryCase.open.held.unassigned')

/** The end of a hold: the case is back in the state that it was held in. */
const backTo = (state: string) =>
  ({
    holdEnded: { target: `#recoveryCase.open.${state}`, meta: { after: 'holdEnds' } },
    holdLifted: {
      target: `#recoveryCase.open.${state}`,
      meta: { interface: 'recoveryCase.liftHold' },
      actions: 'lift',
    },
  }) as const

/** The money that came by the last day of the promise decides, when the bank statement of that day is booked. */
const verdicts = (target: string) =>
  ({
    paymentsFollowed: { actions: 'followPayments' },
    statementBooked: { guard: 'statementAwaited', actions: 'noteStatement' },
    promiseKept: { target, meta: { after: 'keptAt' }, actions: 'keep' },
    promisePartlyKept: { target, meta: { after: 'partlyKeptAt' }, actions: 'keepPartly' },
    promiseBroken: { target, meta: { after: 'brokenAt' }, actions: 'break' },
  }) as const

/**
 * The collection of one loan. An episode begins near a due day and ends when nothing that is due is owed. The case
 * follows the loan; one person at most holds it.
 */
export const recoveryCaseMachine = setup({
  types: {} as { context: RecoveryCase; events: RecoveryCaseEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: {
    open: assign(({ context, event }) => opened({ context, event: event as Opened })),
    reopen: assign(({ context, event }) => reopened({ context, event: event as Opened })),
    moveDue: assign(({ event }) => dueMoved({ event: event as Opened })),
    stage: assign(({ context, event }) => staged({ context, event })),
    release: assign(({ context }) => released({ context })),
    place: assign(({ event }) => placed({ event: event as Fact & CasePlacement })),
    unplace: assign({ placement: null }),
    tellPlacement: effect,
    // The history has its words.
    hearComplaint: assign({}),
    hearWhereabouts: assign({}),
    give: assign(({ context, event }) =>
      given({ context, event: event as Extract<RecoveryCaseEvent, { holder: string }> }),
    ),
    retain: assign(({ event }) => ({ retained: (event as Extract<RecoveryCaseEvent, { type: 'retained' }>).until })),
    endRetention: assign(({ context }) => unretained(context)),
    contact: assign(({ context, event }) =>
      contacted({ context, event: event as Extract<RecoveryCaseEvent, { type: 'contacted' }> }),
    ),
    noteOutcome: assign(({ context, event }) =>
      outcomeNoted({ context, event: event as Extract<RecoveryCaseEvent, { type: 'outcomeNoted' | 'visited' }> }),
    ),
    callBack: assign(({ event }) => ({ callBack: (event as Extract<RecoveryCaseEvent, { type: 'callBackSet' }>).day })),
    promise: assign(({ context, event }) => promised({ context, event: event as Promised })),
    noteStatement: assign(({ context }) => statementBooked({ context })),
    followPayments: assign(({ context, event }) =>
      paidSince({ context, event: event as Extract<RecoveryCaseEvent, { type: 'paymentsFollowed' }> }),
    ),
    correct: assign(({ context, event }) =>
      corrected({ context, event: event as Extract<RecoveryCaseEvent, { type: 'promiseCorrected' }> }),
    ),
    keep: assign(judgedAs('kept')),
    keepPartly: assign(judgedAs('partlyKept')),
    break: assign(judgedAs('broken')),
    hold: assign(({ context, event }) => held({ context, event: event as Held })),
    lift: assign(({ context, event }) => lifted({ context, event })),
    settle: assign(({ context, event }) =>
      settled({ context, event: event as Extract<RecoveryCaseEvent, { type: 'episodeSettled' }> }),
    ),
  },
  delays: {
    stageEnds: instant(instants.stageEnds),
    keptStageEnds: instant(instants.keptStageEnds),
    retentionEnds: instant(instants.retentionEnds),
    keptAt: instant(instants.keptAt),
    partlyKeptAt: instant(instants.partlyKeptAt),
    brokenAt: instant(instants.brokenAt),
    holdEnds: instant(instants.holdEnds),
  },
}).createMachine({
  id: 'recoveryCase',
  version: '2',
  initial: 'quiet',
  context: {
    orderNo: '',
    order: null,
    episode: 0,
    openedAt: 0,
    due: '',
    rules: null,
    stage: 'pre',
    changedAt: 0,
    holder: null,
    formerHolder: null,
    attempts: 0,
    contact: null,
    callBack: null,
    promises: [],
    holds: [],
    settledAt: null,
    settlement: null,
    placement: null,
  },
  states: {
    quiet: { tags: 'way', on: { episodeOpened: { target: 'open', actions: 'open' } } },

    open: {
      initial: 'unassigned',
      on: {
        episodeSettled: { target: 'settled', meta: { tone: 'success' }, actions: ['settle', 'tellPlacement'] },
      },
      states: {
        unassigned: {
          tags: 'way',
          on: {
            ...followed,
            ...placing,
            dispatched: dispatch,
            allotted,
            held: hold('unassigned'),
            stageChanged: sameHolder,
          },
        },
        assigned: {
          tags: 'way',
          on: {
            ...followed,
            ...moving,
            contacted: { ...contact, target: 'following', actions: 'contact' },
            promised: promise,
            ...handOver,
            ...retaining,
            held: hold('assigned'),
            stageChanged: nextStage,
          },
        },
        following: {
          tags: 'way',
          on: {
            ...followed,
            ...moving,
            contacted: { ...contact, actions: 'contact' },
            ...outcomes,
            promised: promise,
            ...handOver,
            ...retaining,
            held: hold('following'),
            stageChanged: nextStage,
          },
        },
        promised: {
          tags: 'way',
          on: {
            ...always,
            ...placing,
            contacted: { ...contact, actions: 'contact' },
            ...outcomes,
            promised: { guard: promise.guard, meta: promise.meta, actions: promise.actions },
            reassigned: handOver.reassigned,
            ...retainedInPromise,
            held: hold('promised'),
            stageChanged: sameHolder,
            ...verdicts('#recoveryCase.open.following'),
          },
        },
        held: {
          initial: 'unassigned',
          states: {
            unassigned: { on: { ...followed, ...placing, ...backTo('unassigned'), stageChanged: sameHolder } },
            assigned: {
              on: {
                ...followed,
                ...movingOnHold,
                ...backTo('assigned'),
                ...retainedOnHold,
                memberLeft: leftOnHold,
                stageChanged: { ...nextStage, target: 'unassigned' },
              },
            },
            following: {
              on: {
                ...followed,
                ...movingOnHold,
                ...backTo('following'),
                ...retainedOnHold,
                memberLeft: leftOnHold,
                stageChanged: { ...nextStage, target: 'unassigned' },
              },
            },
            promised: {
              on: {
                ...always,
                ...placing,
                ...backTo('promised'),
                ...retainedInPromise,
                stageChanged: sameHolder,
                ...verdicts('#recoveryCase.open.held.following'),
              },
            },
          },
        },
      },
    },

    settled: {
      tags: 'goal',
      on: {
        complained,
        episodeOpened: { target: 'open', actions: 'open' },
        episodeReopened: { target: 'open', actions: 'reopen' },
      },
    },
  },
})
