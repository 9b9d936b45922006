import { expect, test } from 'vitest'
import * as approve from '../../src/services/approve.ts'

const rejecting = (note: string) =>
  approve.firstReject.body.safeParse({ orderNo: 'LK261121000001', version: 3, reason: 'policy', note })

test('a note has lines', () => expect(rejecting('called twice\n\tnobody there').error).toBeUndefined())

test.each(['a\u0000b', 'a\u202eb', 'a\ud800b'])('a note with %j is refused', (note) => {
  expect(rejecting(note).error?.issues.map(({ message }) => message)).toEqual(['characters'])
})
