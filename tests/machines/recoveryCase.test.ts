import { expect, test } from 'vitest'
import { addDays, dayStart } from '../../src/machines/calendar.ts'
import { stageOn, usualCollection } from '../../src/machines/collectionStages.ts'
import { type Fact, stateName } from '../../src/machines/kernel.ts'
import { type RecoveryCase, type RecoveryCaseEvent, verdictOf } from '../../src/machines/recoveryCase.facts.ts'
import { recoveryCaseMachine } from '../../src/machines/recoveryCase.ts'
import { given } from '../kit/given.ts'
import { recoveryCaseFacts } from './recoveryCase.events.ts'

/** 10 March 2026, noon in Jakarta. */
const noon = Date.UTC(2026, 2, 10, 5)
const event = (type: RecoveryCaseEvent['type'], more: object = {}): Fact => ({
  by: 'collector',
  at: noon,
  ...recoveryCaseFacts[type],
  ...more,
  type,
})
const opened = event('episodeOpened', { by: 'SYS' })
const dispatched = event('dispatched', { by: 'lead' })
const promised = event('promised')
const following = [opened, dispatched, event('contacted')]
const promising = [opened, dispatched, promised]
const judged = dayStart('2026-03-14')
const due = dayStart('2026-03-13')
const timer = (type: RecoveryCaseEvent['type'], at: number, armed: number) => event(type, { by: 'SYS', at, armed })
const lastOf = (context: unknown) => (context as RecoveryCase).promises.at(-1)

test('stages begin on their first day overdue', () => {
  const stages = [-3, 0, 1, 7, 8, 30, 31, 60, 61, 90, 91, 400].map((days) =>
    stageOn('2026-03-12', addDays('2026-03-12', days), usualCollection),
  )
  expect(stages).toEqual(['pre', 'pre', 's1', 's1', 's2', 's2', 'm2', 'm2', 'm3', 'm3', 'm4', 'm4'])
})

test('a case opens unassigned, and its next stage begins on the first day overdue', () => {
  const { deadlines, state } = given(recoveryCaseMachine, opened)
  expect(state.value).toEqual({ open: 'unassigned' })
  expect(deadlines).toMatchObject([{ event: 'stageChanged', at: due }])
})

test('a new stage takes the case from its holder, but not while a promise is open', () => {
  const { context } = given(recoveryCaseMachine, ...following)
    .when(timer('stageChanged', due, 1), 'SYS')
    .then('open.unassigned')
  expect(context).toMatchObject({ stage: 's1', holder: null, formerHolder: 'collector' })
  given(recoveryCaseMachine, ...promising)
    .when(timer('stageChanged', due, 1), 'SYS')
    .then('open.promised')
})

test('a retained case keeps its holder in the next stage, until its last day is over', () => {
  const retained = event('retained', { by: 'lead', until: '2026-03-14' })
  const kept = timer('stageKept', due, 4)
  const over = (armed: number) => timer('retentionExpired', dayStart('2026-03-15'), armed)
  const { deadlines } = given(recoveryCaseMachine, ...following, retained)
  expect(deadlines.map((one) => one.event)).toEqual(['stageKept', 'retentionExpired'])
  const { when } = given(recoveryCaseMachine, ...following, retained, kept)
  const { context } = when(over(4), 'SYS').then('open.unassigned')
  expect(context).toMatchObject({ stage: 's1', holder: null, formerHolder: 'collector', retained: null })
  const promising = given(recoveryCaseMachine, ...following, retained, promised)
    .when(over(4), 'SYS')
    .then('open.promised')
  expect(promising.context).toMatchObject({ holder: 'collector', retained: null })
  const dispatchedAnew = when(event('recalled', { by: 'lead' }), 'recoveryCase.recall').then('open.unassigned')
  expect(dispatchedAnew.context).toMatchObject({ retained: null })
})

test.each([
  [{ until: '2026-03-09' }, 'endsAhead'],
  [{ until: '2026-03-25' }, 'withinRetention'],
  [{ retains: 10 }, 'retainsFew'],
])('a case is not retained with %j', (more, rule) => {
  given(recoveryCaseMachine, ...following)
    .when(event('retained', { by: 'lead', ...more }), 'recoveryCase.retain')
    .refused(rule)
})

test('a case of the lender’s own staff is not retained into the last stage, one of an agency is', () => {
  const bounds = { ...recoveryCaseFacts.episodeOpened.rules, s2: 2, m2: 3, m3: 4, m4: 5 }
  const late = { ...opened, due: '2026-03-06', rules: bounds }
  const placed = event('placementBegan', { by: 'SYS' })
  const theirs = event('dispatched', { by: 'lead', company: 'Agen Penagihan Timur' })
  const retained = event('retained', { by: 'lead' })
  const soonest = (...events: Fact[]) =>
    given(recoveryCaseMachine, ...events).deadlines.toSorted((one, other) => one.at - other.at)[0]!.event
  expect(soonest(late, dispatched, retained)).toBe('stageChanged')
  expect(soonest(late, placed, theirs, retained)).toBe('stageKept')
})

test('only the holder contacts, notes and promises', () => {
  const { when } = given(recoveryCaseMachine, ...following)
  when(event('contacted', { by: 'somebody' }), 'recoveryCase.contact').refused('holder')
  when(event('outcomeNoted', { by: 'somebody' }), 'recoveryCase.noteOutcome').refused('holder')
  when(event('promised', { by: 'somebody' }), 'recoveryCase.promise').refused('holder')
  const { context } = when(event('outcomeNoted'), 'recoveryCase.noteOutcome').then('open.following')
  expect(context).toMatchObject({ contact: { outcome: 'reached' } })
})

test('a visit is told with its proof, any other attempt without', () => {
  const told = (type: 'outcomeNoted' | 'visited', more: object = {}) =>
    [event(type, more), 'recoveryCase.noteOutcome'] as const
  const called = given(recoveryCaseMachine, ...following)
  called.when(...told('visited')).refused('byVisit')
  const { when } = given(recoveryCaseMachine, opened, dispatched, event('contacted', { channel: 'visit' }))
  when(...told('outcomeNoted')).refused('notByVisit')
  when(...told('visited', { by: 'somebody' })).refused('holder')
  when(...told('visited', { proof: '' })).refused('proofGiven')
  const visited = when(...told('visited', { outcome: 'refused' })).then('open.following')
  expect(visited.context).toMatchObject({ contact: { channel: 'visit', outcome: 'refused' } })
})

test('an emergency contact who was asked is no contact with the customer, in whatever state the case is', () => {
  const asked = event('whereaboutsAsked', { by: 'somebody' })
  const held = event('held', { by: 'lead' })
  for (const events of [[opened], [opened, dispatched], following, promising, [...following, held]]) {
    const before = given(recoveryCaseMachine, ...events)
    const { context } = before.when(asked, 'SYS').then(stateName(before.state.value))
    expect(context).toEqual(before.state.context)
  }
  given(recoveryCaseMachine, opened, event('episodeSettled', { by: 'SYS' }))
    .when(asked, 'SYS')
    .refused('notOffered')
})

test('a promise is above 0, at most what is owed, and for a day within the horizon', () => {
  const { when } = given(recoveryCaseMachine, ...following)
  const why = (more: object, rule: string) => when(event('promised', more), 'recoveryCase.promise').refused(rule)
  why({ amount: 0 }, 'positiveAmount')
  why({ amount: 500_001 }, 'withinOwed')
  why({ day: '2026-03-09' }, 'dayAhead')
  why({ day: '2026-03-25' }, 'withinHorizon')
  const most = event('promised', { amount: 500_000, day: '2026-03-24' })
  const { context } = when(most, 'recoveryCase.promise').then('open.promised')
  expect(lastOf(context)).toMatchObject({ amount: 500_000, day: '2026-03-24', lastDay: '2026-03-25', outcome: null })
})

test.each([
  ['promiseKept', 100_000],
  ['promisePartlyKept', 99_999],
  ['promiseBroken', 0],
] as const)('%s: the money that came up to the day of grace decides', (type, paid) => {
  const came = event('paymentsFollowed', { by: 'SYS', paid })
  const events = paid > 0 ? [...promising, came] : promising
  const { context } = given(recoveryCaseMachine, ...events)
    .when(timer(type, judged, events.length), 'SYS')
    .then('open.following')
  expect(lastOf(context)).toMatchObject({ outcome: verdictOf(100_000, paid), paid })
})

test('a verdict waits for the bank statement of the last day, and so many days at most', () => {
  const waiting = [opened, dispatched, event('promised', { statementDays: 3 })]
  const latest = dayStart('2026-03-17')
  const due = (...events: Fact[]) =>
    given(recoveryCaseMachine, ...events).deadlines.find((one) => one.event === 'promiseBroken')
  expect(due(...waiting)).toMatchObject({ at: latest })
  const { when } = given(recoveryCaseMachine, ...waiting)
  const bookedUntil = (through: string) => event('statementBooked', { by: 'SYS', at: judged, through })
  const booked = bookedUntil('2026-03-13')
  when(bookedUntil('2026-03-12'), 'SYS').refused('statementAwaited')
  when(timer('promiseBroken', judged, 3), 'SYS').refused('deadlineAhead')
  when(timer('promiseBroken', latest, 3), 'SYS').then('open.following')
  when(booked, 'SYS').then('open.promised')
  expect(due(...waiting, booked)).toMatchObject({ at: judged })
  given(recoveryCaseMachine, ...waiting, booked)
    .when(booked, 'SYS')
    .refused('statementAwaited')
  given(recoveryCaseMachine, ...promising)
    .when(booked, 'SYS')
    .refused('statementAwaited')
})

test('a late payment corrects the verdict, and one that changes nothing is refused', () => {
  const broken = given(recoveryCaseMachine, ...promising, timer('promiseBroken', judged, 3))
  broken.when(event('promiseCorrected', { by: 'SYS', paid: 0 }), 'SYS').refused('verdictChanges')
  const { context } = broken.when(event('promiseCorrected', { by: 'SYS', paid: 100_000 }), 'SYS').then('open.following')
  expect(lastOf(context)?.outcome).toBe('kept')
})

test('a call-back is for a day from today to the horizon, with a promise and without', () => {
  for (const events of [following, promising]) {
    const { when } = given(recoveryCaseMachine, ...events)
    const set = (more: object) => when(event('callBackSet', more), 'recoveryCase.callBack')
    set({ by: 'somebody' }).refused('holder')
    set({ day: '2026-03-09' }).refused('dayAhead')
    set({ day: '2026-03-25' }).refused('withinHorizon')
    const { context } = set({ day: '2026-03-24' }).then(events === following ? 'open.following' : 'open.promised')
    expect(context).toMatchObject({ callBack: '2026-03-24' })
  }
})

test('a newer promise of the holder replaces an open one', () => {
  const { when } = given(recoveryCaseMachine, ...promising)
  when(event('promised', { by: 'somebody' }), 'recoveryCase.promise').refused('holder')
  when(event('promised', { amount: 500_001 }), 'recoveryCase.promise').refused('withinOwed')
  const { context } = when(event('promised', { amount: 1 }), 'recoveryCase.promise').then('open.promised')
  expect((context as RecoveryCase).promises.map(({ outcome }) => outcome)).toEqual(['superseded', null])
})

test('a hold begins at most three days ago, overlaps no other, and leads back', () => {
  const { when } = given(recoveryCaseMachine, ...following)
  const held = (more: object) => when(event('held', { by: 'lead', ...more }), 'recoveryCase.hold')
  held({ from: '2026-03-06' }).refused('beganLately')
  held({ from: '2026-03-11' }).refused('beganLately')
  held({ until: '2026-03-09' }).refused('endsAhead')
  held({ from: '2026-03-07' }).then('open.held.following')
  const over = given(recoveryCaseMachine, ...following, event('held'))
  expect(over.deadlines).toContainEqual(expect.objectContaining({ event: 'holdEnded', at: dayStart('2026-03-12') }))
  over.when(timer('holdEnded', dayStart('2026-03-12'), 4), 'SYS').then('open.following')
  const lifted = given(recoveryCaseMachine, ...following, event('held'), event('holdLifted', { by: 'lead' }))
  lifted.when(event('held', { by: 'lead' }), 'recoveryCase.hold').refused('noOverlap')
})

test('another due day counts the stage anew', () => {
  const moved = given(recoveryCaseMachine, opened, event('dueDayMoved', { by: 'SYS', due: '2026-03-01' }))
  expect(moved.deadlines).toMatchObject([{ event: 'stageChanged', at: noon }])
  const { context } = moved.when(timer('stageChanged', noon, 2), 'SYS').then('open.unassigned')
  expect(context).toMatchObject({ stage: 's2' })
})

test('a settled case is reopened in the same episode, or opens the next one', () => {
  const settled = given(recoveryCaseMachine, ...promising, event('episodeSettled', { by: 'SYS', paid: 100_000 }))
  expect(lastOf(settled.state.context)?.outcome).toBe('kept')
  const reopened = settled.when(event('episodeReopened', { by: 'SYS' }), 'SYS').then('open.unassigned')
  expect(reopened.context).toMatchObject({ episode: 1, holder: null, formerHolder: 'collector', settledAt: null })
  const next = settled.when(event('episodeOpened', { by: 'SYS', due: '2026-04-11' }), 'SYS').then('open.unassigned')
  expect(next.context).toMatchObject({ episode: 2, formerHolder: null, promises: [] })
})
