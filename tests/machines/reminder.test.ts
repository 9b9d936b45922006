import { expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import { type ReminderEvent, reminderMachine } from '../../src/machines/reminder.ts'
import { given } from '../kit/given.ts'
import { reminderFacts } from './reminder.events.ts'

const day = 86_400_000
/** 10 March 2026, noon in Jakarta, and 10:00 of the day after it. */
const noon = Date.UTC(2026, 2, 10, 5)
const nextDue = Date.UTC(2026, 2, 11, 3)

const event = (type: ReminderEvent['type'], more: object = {}): Fact => ({
  by: type === 'reminderApproved' || type === 'reminderRefused' ? 'checker' : 'lead',
  at: noon,
  ...reminderFacts[type],
  ...more,
  type,
})
const drafted = event('reminderDrafted')
const proposed = [drafted, event('reminderProposed')]
const approved = [...proposed, event('reminderApproved')]
const due = (at: number, armed: number) => event('reminderDue', { by: 'SYS', at, armed })

test('two people agree on it once, and then it falls due every day at its hour', () => {
  const { deadlines, state } = given(reminderMachine, ...approved)
  expect(deadlines).toEqual([{ event: 'reminderDue', at: nextDue, version: 3 }])
  expect(state.context).toMatchObject({ approver: 'checker' })
  const next = given(reminderMachine, ...approved, due(nextDue, 3))
  expect(next.deadlines).toEqual([{ event: 'reminderDue', at: nextDue + day, version: 4 }])
  expect(next.state.context).toMatchObject({ day: '2026-03-11' })
})

test('what became of a day keeps the next one', () => {
  const { deadlines, state } = given(
    reminderMachine,
    ...approved,
    due(nextDue, 3),
    event('remindersMade', { by: 'SYS' }),
  )
  expect(deadlines).toEqual([{ event: 'reminderDue', at: nextDue + day, version: 4 }])
  expect(state.context).toMatchObject({ last: reminderFacts.remindersMade })
})

test('days that passed while no server ran are not made up for', () => {
  const { deadlines, state } = given(reminderMachine, ...approved, due(nextDue + 3 * day + 1, 3))
  expect(state.context).toMatchObject({ day: '2026-03-14' })
  expect(deadlines).toEqual([{ event: 'reminderDue', at: nextDue + 4 * day, version: 4 }])
})

test('one that is approved before its hour begins on the same day', () => {
  const { deadlines } = given(reminderMachine, ...proposed, event('reminderApproved', { at: nextDue - day - 1 }))
  expect(deadlines).toMatchObject([{ at: nextDue - day }])
})

const unsound = [
  ['a template that nobody approved', { approved: false }, 'templateApproved'],
  ['a sender that is not used', { used: false }, 'senderUsed'],
  ['no contact rules', { rules: null }, 'hourOpen'],
] as const

test.each([...unsound, ['07:59', { time: '07:59' }, 'hourOpen'], ['20:00', { time: '20:00' }, 'hourOpen']] as const)(
  '%s is refused when it is drafted and when it is changed',
  (_what, more, rule) => {
    given(reminderMachine).when(event('reminderDrafted', more), 'reminder.draft').refused(rule)
    given(reminderMachine, drafted).when(event('reminderEdited', more), 'reminder.edit').refused(rule)
  },
)

test.each(unsound)('%s is refused when it is approved', (_what, more, rule) => {
  given(reminderMachine, ...proposed)
    .when(event('reminderApproved', more), 'reminder.approve')
    .refused(rule)
})

test('a service text may go out at any hour', () => {
  given(reminderMachine)
    .when(event('reminderDrafted', { category: 'service', time: '22:00', rules: null }), 'reminder.draft')
    .then('draft')
})

test('neither who wrote nor who proposed it decides on it', () => {
  const log = [drafted, event('reminderEdited', { by: 'editor' }), event('reminderProposed')]
  for (const by of ['lead', 'editor']) {
    given(reminderMachine, ...log)
      .when(event('reminderApproved', { by }), 'reminder.approve')
      .refused('notProposer')
    given(reminderMachine, ...log)
      .when(event('reminderRefused', { by }), 'reminder.refuse')
      .refused('notProposer')
  }
})

test('a refused one is a draft again, with the reason', () => {
  const { context } = given(reminderMachine, ...proposed)
    .when(event('reminderRefused'), 'reminder.refuse')
    .then('draft')
  expect(context).toMatchObject({ proposer: null, refused: { by: 'checker', reason: 'Terlalu sering', at: noon } })
  given(reminderMachine, ...proposed)
    .when(event('reminderRefused', { reason: '' }), 'reminder.refuse')
    .refused('reasonGiven')
})

test('it is stopped from every state, and falls due no more', () => {
  for (const before of [[drafted], proposed, approved, [...approved, due(nextDue, 3)]])
    given(reminderMachine, ...before)
      .when(event('reminderStopped'), 'reminder.stop')
      .then('stopped')
  expect(given(reminderMachine, ...approved, event('reminderStopped')).deadlines).toEqual([])
})
