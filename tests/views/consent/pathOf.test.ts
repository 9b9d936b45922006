import { expect, test } from 'vitest'
import { consentsOf } from '../../../src/machines/consent.ts'
import { lifecycles } from '../../../src/machines/lifecycles.ts'
import { pathOf } from '../../../src/views/consent/pathOf.ts'

const kinds = new Set(
  lifecycles.flatMap(({ name, machine }) => consentsOf(machine).map(({ place }) => `${name}/${place}`)),
)
const consent = {
  id: 'app/DK',
  orderNo: 'LK260701000002',
  template: null,
  amount: null,
  proposer: null,
  proposerName: null,
  since: 0,
}

test.each([...kinds])('a consent of %s leads to where it is answered', (kind) => {
  expect(pathOf({ ...consent, kind })).toMatch(/^\//)
})
