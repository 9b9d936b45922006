import { assign, setup } from 'xstate'
import {
  type DeadlineFact,
  type Fact,
  guardsOf,
  onLimit,
  onPayload,
  type Payload,
  type TransitionMeta,
} from './kernel.ts'

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type VerifyCodeEvent =
  | Did<'codeIssued', { lead: string; seller: string | null; ttl: number; mostTries: number }>
  | Did<'codeMistried' | 'codeLocked' | 'codeUsed' | 'codeVoided'>
  | DeadlineFact<'codeExpired'>

export type VerifyCode = {
  lead: string
  issuer: string
  issuedAt: number
  expiresAt: number
  tries: number
  mostTries: number
  endedAt: number | null
}

type About = { context: VerifyCode; event: Payload<VerifyCodeEvent> }

const rules = {
  seller: onLimit('seller', ({ event }: About) => event.seller === event.by),
  issuer: ({ context, event }: About) => context.issuer === event.by,
  inTime: onPayload(({ context, event }: About) => event.at < context.expiresAt),
  triesLeft: ({ context }: About) => context.tries + 1 < context.mostTries,
  lastTry: ({ context }: About) => context.tries + 1 >= context.mostTries,
}

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

/** A code that a seller reads to a person, who types it in the app: the two have spoken with each other. */
export const verifyCodeMachine = setup({
  types: {} as { context: VerifyCode; events: VerifyCodeEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: {
    end: assign(({ event }) => ({ endedAt: event.at })),
    mistry: assign(({ context }) => ({ tries: context.tries + 1 })),
  },
  delays: { expiresAt: ({ context }) => context.expiresAt },
}).createMachine({
  id: 'verifyCode',
  version: '1',
  initial: 'new',
  context: { lead: '', issuer: '', issuedAt: 0, expiresAt: 0, tries: 0, mostTries: 0, endedAt: null },
  states: {
    new: {
      tags: 'way',
      on: {
        codeIssued: {
          target: 'issued',
          guard: 'seller',
          meta: { interface: 'verifyCode.issue' },
          actions: assign(({ event: { by, at, lead, ttl, mostTries } }) => ({
            lead,
            issuer: by,
            issuedAt: at,
            expiresAt: at + ttl,
            mostTries,
          })),
        },
      },
    },

    issued: {
      tags: 'way',
      on: {
        codeUsed: { target: 'used', guard: 'inTime', meta: { tone: 'success' }, actions: 'end' },
        codeMistried: { guard: all('inTime', 'triesLeft'), actions: 'mistry' },
        codeLocked: { target: 'voided', guard: all('inTime', 'lastTry'), actions: ['mistry', 'end'] },
        codeVoided: { target: 'voided', guard: 'issuer', meta: { interface: 'verifyCode.issue' }, actions: 'end' },
        codeExpired: { target: 'expired', meta: { after: 'expiresAt' }, actions: 'end' },
      },
    },

    used: { tags: 'goal' },
    expired: {},
    voided: {},
  },
})
