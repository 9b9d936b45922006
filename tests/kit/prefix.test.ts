import { expect, test } from 'vitest'
import type { ApprovalEvent } from '../../src/machines/approval.facts.ts'
import { stateName } from '../../src/machines/kernel.ts'
import { machineOf } from '../../src/machines/lifecycles.ts'
import * as approval from '../machines/approval.events.ts'
import { misfits, type Recorded } from './prefix.ts'
import { stateAfter } from './stateAfter.ts'

const first = 'approval/LK-1'
const second = 'approval/LK-2'

/** Interleaved events of two orders, at positions 1 to 6. */
const happened: [string, ApprovalEvent][] = [
  [first, approval.submitted({ by: 'app' })],
  [second, approval.submitted({ by: 'app' })],
  [first, approval.machinePassed()],
  [first, approval.firstClaimed()],
  [second, approval.machinePassed()],
  [first, approval.firstPassed()],
]
const log = happened.map(([stream, event], index) => {
  const before = happened.slice(0, index + 1).filter((one) => one[0] === stream)
  const { type, by, at, ...data } = event
  const state = stateAfter(
    machineOf(stream),
    before.map(([, one]) => one),
  )
  const pos = index + 1
  const version = before.length
  const told = { type, actor: by, at, version, state: stateName(state.value) }
  return { pos, stream, id: `id ${pos}`, command: `key ${pos}`, data: JSON.stringify(data), ...told }
})
const told = (pos: number) => {
  const { type, actor, at, version, state } = log[pos - 1]!
  return { type, actor, at, version, state }
}

const accepted = (pos: number, more: object = {}): Recorded => {
  const { stream, version, id, actor: by, command: key } = log[pos - 1]!
  return { kind: 'accepted', by, key, stream, version, pos, id, start: pos - 1, end: pos, ...more }
}
const all = [accepted(1), accepted(2), accepted(4), accepted(6)]
const seen = (stream: string, version: number, state: string, start: number, end: number): Recorded => ({
  kind: 'seen',
  stream,
  version,
  state,
  start,
  end,
})
const claim = { event: approval.firstClaimed({ by: 'budi' }), via: 'approve.firstClaim' }

const right: [string, Recorded][] = [
  ['an answer that came late', accepted(4, { end: 6 })],
  ['an answer that names no position', accepted(1, { pos: undefined, id: undefined })],
  ['a state that was there at the start', seen(first, 2, 'firstReview.wait', 3, 6)],
  ['a state that came while it was read', seen(first, 3, 'firstReview.claimed', 3, 4)],
  ['nothing, before the first event', seen(second, 0, 'new', 1, 1)],
  ['somebody else was faster', { kind: 'stale', stream: first, sent: 2, last: told(4), start: 3, end: 5 }],
  [
    'a refusal by a state that came meanwhile',
    { kind: 'refused', stream: first, sent: 3, ...claim, reason: 'approval:guard.notOffered', start: 3, end: 4 },
  ],
  [
    'a refusal of what names no version, by a state in between',
    {
      kind: 'refused',
      stream: first,
      sent: undefined,
      ...claim,
      reason: 'approval:guard.notOffered',
      start: 3,
      end: 4,
    },
  ],
]
test.each(right)('%s fits', (_, call) => expect(misfits(log, [...all, call])).toEqual([]))

const wrong: [string, string, Recorded][] = [
  ['a lost acknowledgement', 'not there', accepted(6, { version: 5, pos: 7 })],
  ['an answer of another stream', 'not there', accepted(4, { stream: second, version: 3 })],
  ['an answer with another id', 'something else', accepted(4, { id: 'id 5' })],
  ['an answer before its event', 'came after it', accepted(6, { start: 2, end: 4 })],
  ['an event that was there before the call', 'before the call', accepted(4, { start: 5, end: 6 })],
  ['a read of what is long past', 'before or after', seen(first, 1, 'machineReview', 3, 6)],
  ['a read of what is yet to come', 'before or after', seen(first, 4, 'finalReview.wait', 3, 5)],
  ['a read of a version that never was', 'before or after', seen(second, 3, 'firstReview.claimed', 5, 6)],
  ['a read of a state that the version has not', 'another state', seen(first, 3, 'firstReview.wait', 4, 5)],
  [
    'staleness by what did not happen',
    'did not happen',
    {
      kind: 'stale',
      stream: first,
      sent: 2,
      start: 3,
      end: 5,
      last: { ...told(4), actor: 'budi' },
    },
  ],
  [
    'staleness by what is yet to come',
    'did not happen',
    {
      kind: 'stale',
      stream: first,
      sent: 3,
      last: told(6),
      start: 4,
      end: 5,
    },
  ],
  [
    'staleness of the newest version',
    'nothing had happened',
    {
      kind: 'stale',
      stream: first,
      sent: 3,
      last: told(4),
      start: 4,
      end: 5,
    },
  ],
  [
    'a refusal for a reason that the state does not give',
    'no state',
    {
      kind: 'refused',
      stream: first,
      sent: 3,
      ...claim,
      reason: 'approval:guard.holder',
      start: 4,
      end: 5,
    },
  ],
  [
    'a refusal by a state of before the call',
    'no state',
    {
      kind: 'refused',
      stream: first,
      sent: 1,
      ...claim,
      reason: 'approval:guard.notOffered',
      start: 3,
      end: 5,
    },
  ],
  [
    'a refusal of what was offered all the time',
    'no state',
    {
      kind: 'refused',
      stream: first,
      sent: undefined,
      ...claim,
      reason: 'approval:guard.notOffered',
      start: 3,
      end: 3,
    },
  ],
]
test.each(wrong)('%s does not', (_, why, call) => {
  expect(misfits(log, [...all, call])).toEqual([expect.stringContaining(why)])
})

test('an event that nobody was told of is found', () => {
  expect(misfits(log, [accepted(1), accepted(4), accepted(6)])).toEqual(['nobody was told of position 2'])
})

test('a log in another order is found', () => {
  const swapped = [log[0]!, log[2]!, log[1]!, ...log.slice(3)]
  expect(misfits(swapped, all)).toEqual(['position 3 is out of place', 'position 2 is out of place'])
  const moved = swapped.map((row, index) => ({ ...row, pos: index + 1 }))
  expect(misfits(moved, all)).toEqual([expect.stringContaining('something else')])
})
