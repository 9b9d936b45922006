import { assign, setup } from 'xstate'
import { guardsOf, type TransitionMeta } from './kernel.ts'
import { confirmed, found, proposed, refused, rules, type Setting, type SettingEvent } from './setting.facts.ts'

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

const proposal = {
  guard: all('changesSomething', 'fromTomorrow'),
  meta: { interface: 'setting.propose' },
  actions: 'propose',
} as const
const confirmation = {
  target: 'inForce',
  guard: all('notProposer', 'notLastEditor', 'dayStillAhead'),
  meta: { interface: 'setting.confirm', tone: 'success' },
  actions: 'confirm',
} as const
const refusal = {
  guard: all('notProposer', 'reasonGiven'),
  meta: { interface: 'setting.refuse', asks: ['reason'], tone: 'danger' },
  actions: 'refuse',
} as const
const takingBack = {
  guard: 'whoProposed',
  meta: { interface: 'setting.takeBack', tone: 'danger' },
  actions: 'takeBack',
} as const

/** One of the lender's settings: one person proposes a change, another confirms it. One change waits at a time. */
export const settingMachine = setup({
  types: {} as { context: Setting; events: SettingEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: {
    propose: assign(({ context, event }) => (event.type === 'settingProposed' ? proposed({ context, event }) : {})),
    confirm: assign(confirmed),
    refuse: assign(({ event }) => (event.type === 'settingRefused' ? refused({ event }) : {})),
    takeBack: assign({ proposed: null }),
  },
}).createMachine({
  id: 'setting',
  version: '1',
  initial: 'new',
  context: { kind: '', code: '', inForce: [], proposed: null, confirmed: null, refused: null },
  states: {
    new: {
      tags: 'way',
      on: {
        settingFound: { target: 'inForce', actions: assign(found) },
        settingProposed: { target: 'proposed', ...proposal },
      },
    },

    proposed: {
      tags: 'way',
      on: {
        settingProposed: proposal,
        settingConfirmed: confirmation,
        settingRefused: { target: 'refused', ...refusal },
        settingTakenBack: { target: 'takenBack', ...takingBack },
      },
    },

    refused: { on: { settingProposed: { target: 'proposed', ...proposal } } },
    takenBack: { on: { settingProposed: { target: 'proposed', ...proposal } } },

    inForce: { tags: 'goal', on: { settingProposed: { target: 'changing', ...proposal } } },

    changing: {
      on: {
        settingProposed: proposal,
        settingConfirmed: confirmation,
        settingRefused: { target: 'inForce', ...refusal },
        settingTakenBack: { target: 'inForce', ...takingBack },
      },
    },
  },
})
