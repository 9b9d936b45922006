import { assign, setup } from 'xstate'
import type { EditField, EditKind } from './customerEdit.fields.ts'
import { byAnother, effect, type Fact, guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'

/** A proposed change: field names, and the versions of the customer's record before and after it. */
type Proposal = { orderNo: string; person: string; before: number; personVersion: number; fields: EditField[] }
type Proposing = Proposal & { orderOpen: boolean; waiting: number }

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type CustomerEditEvent =
  | Did<'userInfoProposed' | 'nikProposed' | 'bankNameProposed' | 'bankCardProposed', Proposing>
  | Did<'editHeld'>
  | Did<'editConfirmed'>
  | Did<'editRefused', { note: string }>
  | Did<'editApplied', { orderVersion: number }>
  | Did<'editLapsed', { reason: 'overtaken' | 'over' | 'nikTaken' }>

export type CustomerEdit = {
  proposal: Proposal | null
  kind: EditKind | null
  proposer: string
  checker: string | null
  reason: string | null
  note: string
  proposedAt: number
  endedAt: number | null
}

type About = { context: CustomerEdit; event: Payload<CustomerEditEvent> }

const rules = {
  anotherPerson: byAnother(({ proposer }: CustomerEdit) => [proposer]),
  orderOpen: onPayload(({ event }: About) => event.orderOpen === true),
  somethingChanged: onPayload(({ event }: About) => event.fields!.length > 0),
  noneWaiting: onPayload(({ event }: About) => event.waiting === 0),
}

const ended = ({ event }: { event: Fact }) => ({ endedAt: event.at })
const proposedAs =
  (kind: EditKind) =>
  ({ event: { by, at, orderNo, person, before, personVersion, fields } }: { event: Fact & Proposal }) => ({
    proposal: { orderNo, person, before, personVersion, fields },
    kind,
    proposer: by,
    proposedAt: at,
  })
const proposing = { type: 'all' as const, params: ['orderOpen', 'somethingChanged', 'noneWaiting'] as const }

/** A change of a customer's data on an order: applied at once during review, by two people after approval. */
export const customerEditMachine = setup({
  types: {} as { context: CustomerEdit; events: CustomerEditEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: { applyEdit: effect },
}).createMachine({
  id: 'customerEdit',
  version: '1',
  initial: 'new',
  context: {
    proposal: null,
    kind: null,
    proposer: '',
    checker: null,
    reason: null,
    note: '',
    proposedAt: 0,
    endedAt: null,
  },
  states: {
    new: {
      tags: 'way',
      on: {
        userInfoProposed: {
          target: 'proposed',
          guard: proposing,
          meta: { interface: 'order.editUserInfo' },
          actions: [assign(proposedAs('userInfo')), 'applyEdit'],
        },
        nikProposed: {
          target: 'proposed',
          guard: proposing,
          meta: { interface: 'order.editNik' },
          actions: [assign(proposedAs('nik')), 'applyEdit'],
        },
        bankNameProposed: {
          target: 'proposed',
          guard: proposing,
          meta: { interface: 'order.editBankName' },
          actions: [assign(proposedAs('bankName')), 'applyEdit'],
        },
        bankCardProposed: {
          target: 'proposed',
          guard: proposing,
          meta: { interface: 'order.editBankCard' },
          actions: [assign(proposedAs('bankCard')), 'applyEdit'],
        },
      },
    },

    proposed: {
      tags: 'way',
      on: {
        editApplied: { target: 'applied', meta: { tone: 'success' }, actions: assign(ended) },
        editHeld: 'pending',
        editLapsed: { target: 'lapsed', actions: assign(({ event }) => ({ reason: event.reason, endedAt: event.at })) },
      },
    },

    pending: {
      tags: 'way',
      on: {
        editConfirmed: {
          target: 'confirmed',
          guard: 'anotherPerson',
          meta: { interface: 'order.confirmEdit', tone: 'success' },
          actions: [assign(({ event }) => ({ checker: event.by })), 'applyEdit'],
        },
        editRefused: {
          target: 'refused',
          guard: 'anotherPerson',
          meta: { interface: 'order.refuseEdit', asks: ['note'], tone: 'danger' },
          actions: assign(({ event }) => ({ checker: event.by, note: event.note, endedAt: event.at })),
        },
      },
    },

    confirmed: {
      tags: 'way',
      on: {
        editApplied: { target: 'applied', meta: { tone: 'success' }, actions: assign(ended) },
        editLapsed: { target: 'lapsed', actions: assign(({ event }) => ({ reason: event.reason, endedAt: event.at })) },
      },
    },

    applied: { tags: 'goal' },
    refused: {},
    lapsed: {},
  },
})
