import type { CustomerEditEvent } from '../../src/machines/customerEdit.ts'

const proposal = {
  orderNo: 'LK-1',
  person: 'person-1',
  before: 1,
  personVersion: 2,
  orderOpen: true,
  waiting: 0,
}

/** The data of each event, without `by` and `at`. */
export const customerEditFacts = {
  userInfoProposed: { ...proposal, fields: ['street', 'birthday'] },
  nikProposed: { ...proposal, fields: ['nik'] },
  bankNameProposed: { ...proposal, fields: ['bank'] },
  bankCardProposed: { ...proposal, fields: ['account'] },
  editHeld: {},
  editConfirmed: {},
  editRefused: { note: 'not on the card' },
  editApplied: { orderVersion: 7 },
  editLapsed: { reason: 'overtaken' },
} as const satisfies Record<CustomerEditEvent['type'], object>
