import { expect, test } from 'vitest'
import { lifecycles } from '../../../src/machines/lifecycles.ts'
import { secondPersonStepsOf } from '../../../src/machines/secondPerson.ts'
import { pathOf } from '../../../src/views/secondPerson/pathOf.ts'

const kinds = new Set(
  lifecycles.flatMap(({ name, machine }) => secondPersonStepsOf(machine).map(({ place }) => `${name}/${place}`)),
)
const step = {
  id: 'app/DK',
  orderNo: 'LK260701000002',
  template: null,
  amount: null,
  proposer: null,
  proposerName: null,
  since: 0,
}

test.each([...kinds])('a step of %s leads to where it is answered', (kind) => {
  expect(pathOf({ ...step, kind })).toMatch(/^\//)
})
