import { expect, test } from 'vitest'
import { approvalMachine } from '../../src/machines/approval.ts'
import { stepsOf } from '../../src/machines/chart.ts'
import * as approval from '../../src/services/approval.ts'

const rejecting = (note: string) =>
  approval.firstReject.body.safeParse({ orderNo: 'LK261121000001', version: 3, reason: 'policy', note })

test('a note has lines', () => expect(rejecting('called twice\n\tnobody there').error).toBeUndefined())

test.each(['a\u0000b', 'a\u202eb', 'a\ud800b'])('a note with %j is refused', (note) => {
  expect(rejecting(note).error?.issues.map(({ message }) => message)).toEqual(['characters'])
})

const asked = stepsOf(approvalMachine).flatMap(({ event, meta }) =>
  meta.interface?.startsWith('approve.') ? (meta.asks ?? []).map((ask) => [event, ask] as const) : [],
)
const beyond: Record<string, unknown[]> = {
  to: ['', 'x'.repeat(41), 7],
  amount: [0, -1, 1.5, 2 ** 53, '2000000'],
  term: [0, -1, 1.5, 2 ** 53, '30'],
  reason: ['', 'mood', 7],
  mend: [[], ['mood'], 'bank'],
  note: ['x'.repeat(approval.noteLength + 1), 'ring\u0007', 7],
}

test.each(asked)('what the form of %s asks as %s is bounded', (event, ask) => {
  const { body } = approval.commands[event as keyof typeof approval.commands]
  for (const value of beyond[ask]!) {
    const fields = body.safeParse({ orderNo: 'LK1', version: 1, [ask]: value }).error?.issues.map(({ path }) => path[0])
    expect(fields, JSON.stringify(value)).toContain(ask)
  }
})
