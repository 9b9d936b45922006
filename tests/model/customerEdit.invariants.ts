import { demands, type Try } from './invariants.ts'

type Book = { proposer: string | null }

const kinds = ['userInfoProposed', 'nikProposed', 'bankNameProposed', 'bankCardProposed']

const proposals = kinds.flatMap((type): Try[] => {
  const event = {
    type,
    orderNo: 'LK1',
    person: 'p1',
    before: 1,
    personVersion: 2,
    fields: ['name'],
    orderOpen: true,
    waiting: 0,
  }
  return [
    event,
    { ...event, orderOpen: false, wrong: 'the order is over' },
    { ...event, fields: [], wrong: 'it changes nothing' },
    { ...event, waiting: 1, wrong: 'another change waits' },
  ]
})

export const customerEditInvariants = demands<Book, unknown>({
  chart: 'customerEdit',
  empty: { proposer: null },
  forms: {
    userInfoProposed: ['order.editUserInfo'],
    nikProposed: ['order.editNik'],
    bankNameProposed: ['order.editBankName'],
    bankCardProposed: ['order.editBankCard'],
    editApplied: ['SYS (success)'],
    editHeld: ['SYS'],
    editLapsed: ['SYS'],
    editConfirmed: ['order.confirmEdit (success)'],
    editRefused: ['order.refuseEdit: note (danger)'],
  },
  tries: () => [
    ...proposals,
    { type: 'editApplied', orderVersion: 3 },
    { type: 'editHeld' },
    { type: 'editLapsed', reason: 'overtaken' },
    { type: 'editConfirmed' },
    { type: 'editRefused', note: 'unreadable' },
  ],
  after: (book, { event: { type, by } }) => (kinds.includes(type) ? { proposer: by } : book),
  wrong: ({ proposer }, { event: { type, by } }) => [
    type === 'editConfirmed' && by === proposer && 'one person changed a record and confirmed it',
    type === 'editRefused' && by === proposer && 'who changed a record refused it',
  ],
  standing: () => [],
  asksFor: { ...Object.fromEntries(kinds.map((type) => [type, ['applyEdit']])), editConfirmed: ['applyEdit'] },
  waits: () => ({}),
  // What is proposed or confirmed is applied by the system, whose effect repeats until it is done.
  ends: ['new', 'proposed', 'confirmed', 'applied', 'refused', 'lapsed'],
})
