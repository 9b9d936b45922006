import { expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import { type ReportPlanEvent, reportPlanMachine } from '../../src/machines/reportPlan.ts'
import { given } from '../kit/given.ts'
import { reportPlanFacts } from './reportPlan.events.ts'

const day = 86_400_000
/** 10 March 2026, noon in Jakarta, and 07:00 of the day after it. */
const noon = Date.UTC(2026, 2, 10, 5)
const morningDue = Date.UTC(2026, 2, 11, 0)

const event = (type: ReportPlanEvent['type'], more: object = {}): Fact => ({
  by: type === 'reportPlanMade' || type === 'reportPlanStopped' ? 'analyst' : 'SYS',
  at: noon,
  ...reportPlanFacts[type],
  ...more,
  type,
})
const made = event('reportPlanMade')
const came = (at: number, armed: number) => event('morningCame', { at, armed })

test('it falls due every morning at its hour, and asks for the files of the day', () => {
  const { context, deadlines } = given(reportPlanMachine).when(made, 'reportPlan.make').then('active')
  expect(context).toMatchObject({ author: 'analyst', promised: '2026-03-11', last: null })
  expect(deadlines).toEqual([{ event: 'morningCame', at: morningDue, version: 1 }])
  const next = given(reportPlanMachine, made).when(came(morningDue, 1), 'SYS').then('active')
  expect(next.effects).toEqual(['sendReports'])
  expect(next.deadlines).toEqual([{ event: 'morningCame', at: morningDue + day, version: 2 }])
  expect(next.context).toMatchObject({ day: '2026-03-11' })
})

test('one that is made before its hour begins on the same day', () => {
  const { deadlines } = given(reportPlanMachine, event('reportPlanMade', { at: morningDue - day - 1 }))
  expect(deadlines).toMatchObject([{ at: morningDue - day }])
})

test('what became of a day keeps the next one', () => {
  const { deadlines, state } = given(reportPlanMachine, made, came(morningDue, 1), event('reportsSent'))
  expect(deadlines).toEqual([{ event: 'morningCame', at: morningDue + day, version: 2 }])
  expect(state.context).toMatchObject({ last: { ...reportPlanFacts.reportsSent, unsent: 0 }, promised: '2026-03-12' })
})

test('a morning that no server saw is made up for on its day', () => {
  const late = given(reportPlanMachine, made, came(morningDue + day / 2, 1), event('reportsSent'))
  expect(late.state.context).toMatchObject({ last: { day: '2026-03-11', unsent: 0 } })
  expect(late.deadlines).toMatchObject([{ at: morningDue + day }])
})

test('mornings whose day is over are counted with the next files', () => {
  const { state } = given(
    reportPlanMachine,
    made,
    came(morningDue + 3 * day + 1, 1),
    event('reportsSent', { day: '2026-03-14' }),
  )
  expect(state.context).toMatchObject({ last: { day: '2026-03-14', unsent: 3 }, promised: '2026-03-15' })
  // So is one whose files were not asked for before the next one came.
  const twice = given(
    reportPlanMachine,
    made,
    came(morningDue, 1),
    came(morningDue + day, 2),
    event('reportsSent', { day: '2026-03-12' }),
  )
  expect(twice.state.context).toMatchObject({ last: { day: '2026-03-12', unsent: 1 } })
})

test('a role that may not open the report gets none', () => {
  given(reportPlanMachine)
    .when(event('reportPlanMade', { permitted: false }), 'reportPlan.make')
    .refused('roleMayOpen')
})

test('one that is stopped falls due no more', () => {
  given(reportPlanMachine, made).when(event('reportPlanStopped'), 'reportPlan.stop').then('stopped')
  expect(given(reportPlanMachine, made, event('reportPlanStopped')).deadlines).toEqual([])
})
