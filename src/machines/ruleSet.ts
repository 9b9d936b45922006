import { assign, setup } from 'xstate'
import { byAnother, effect, type Fact, guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'
import type { RuleContent } from './rules.ts'

/** A trial of a version on an order or by a backtest: the number of decisions, and how many of them would change. */
export type RuleTest = { kind: 'order' | 'backtest'; subject: string; judged: number; changed: number }

type Saved = { title: string; content: RuleContent }
type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type RuleSetEvent =
  | Did<'drafted', Saved & { number: number; base: string }>
  | Did<'edited', Saved>
  | Did<'tried' | 'backtested', { edition: number; test: RuleTest }>
  | Did<'publishProposed', { replaces: string }>
  | Did<'published', { replaces: string; place: number }>
  | Did<'publishRefused', { reason: string }>
  | Did<'discarded' | 'retired'>

export type RuleSet = {
  number: number
  title: string
  /** The version that it was copied from. */
  base: string
  content: RuleContent | null
  /** The number of saves. A test applies to one edition. */
  edition: number
  author: string
  createdAt: number
  editor: string
  editedAt: number
  tests: (RuleTest & { by: string; at: number })[]
  proposer: string | null
  /** The version in force that it was proposed to replace. */
  replaces: string | null
  refusal: string | null
  /** Its sequence number among all published versions; the last one is in force. */
  place: number | null
  publisher: string | null
  publishedAt: number | null
}

type About = { context: RuleSet; event: Payload<RuleSetEvent> }

const rules = {
  notProposer: byAnother(({ proposer }: RuleSet) => [proposer]),
  notLastEditor: byAnother(({ editor }: RuleSet) => [editor]),
  thisEdition: onPayload(({ context, event }: About) => context.edition === event.edition),
  stillInForce: onPayload(({ context, event }: About) => context.replaces === event.replaces),
  reasonGiven: onPayload(({ event }: About) => Boolean(event.reason)),
}

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

type SavedEvent = Fact & Saved
const saved = ({ context, event: { title, content, by, at } }: { context: RuleSet; event: SavedEvent }) => ({
  title,
  content,
  edition: context.edition + 1,
  editor: by,
  editedAt: at,
  tests: [],
  refusal: null,
})
type TestEvent = Fact & { test: RuleTest }
const withTest = ({ context, event: { test, by, at } }: { context: RuleSet; event: TestEvent }) => ({
  tests: [...context.tests, { ...test, by, at }],
})

/**
 * A version of the rules for machine reviews: one person writes and tests it, another publishes it. One version is in
 * force at a time.
 */
export const ruleSetMachine = setup({
  types: {} as { context: RuleSet; events: RuleSetEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: { retireReplaced: effect },
}).createMachine({
  id: 'ruleSet',
  version: '1',
  initial: 'new',
  context: {
    number: 0,
    title: '',
    base: '',
    content: null,
    edition: 0,
    author: '',
    createdAt: 0,
    editor: '',
    editedAt: 0,
    tests: [],
    proposer: null,
    replaces: null,
    refusal: null,
    place: null,
    publisher: null,
    publishedAt: null,
  },
  states: {
    new: {
      tags: 'way',
      on: {
        drafted: {
          target: 'draft',
          meta: { interface: 'risk.draft', asks: ['title', 'base'] },
          actions: assign(({ context, event }) => ({
            ...saved({ context, event }),
            number: event.number,
            base: event.base,
            author: event.by,
            createdAt: event.at,
          })),
        },
      },
    },

    draft: {
      tags: 'way',
      on: {
        edited: { meta: { interface: 'risk.save' }, actions: assign(saved) },
        tried: {
          target: 'tested',
          guard: 'thisEdition',
          meta: { interface: 'risk.test', asks: ['orderNo'] },
          actions: assign(withTest),
        },
        backtested: { target: 'tested', guard: 'thisEdition', actions: assign(withTest) },
        discarded: { target: 'discarded', meta: { interface: 'risk.discard', tone: 'danger' } },
      },
    },

    tested: {
      tags: 'way',
      on: {
        publishProposed: {
          target: 'proposed',
          meta: { interface: 'risk.propose', tone: 'success' },
          actions: assign(({ event }) => ({ proposer: event.by, replaces: event.replaces })),
        },
        tried: {
          guard: 'thisEdition',
          meta: { interface: 'risk.test', asks: ['orderNo'] },
          actions: assign(withTest),
        },
        backtested: { guard: 'thisEdition', actions: assign(withTest) },
        edited: { target: 'draft', meta: { interface: 'risk.save' }, actions: assign(saved) },
        discarded: { target: 'discarded', meta: { interface: 'risk.discard', tone: 'danger' } },
      },
    },

    proposed: {
      tags: 'way',
      on: {
        published: {
          target: 'published',
          guard: all('notProposer', 'notLastEditor', 'stillInForce'),
          meta: { interface: 'risk.publish', tone: 'success' },
          actions: [
            assign(({ event }) => ({ place: event.place, publisher: event.by, publishedAt: event.at })),
            'retireReplaced',
          ],
        },
        publishRefused: {
          target: 'draft',
          guard: 'reasonGiven',
          meta: { interface: 'risk.refuse', asks: ['reason'], tone: 'danger' },
          actions: assign(({ event }) => ({ refusal: event.reason, proposer: null, replaces: null, tests: [] })),
        },
      },
    },

    published: { tags: 'goal', on: { retired: { target: 'retired' } } },
    retired: {},
    discarded: {},
  },
})
