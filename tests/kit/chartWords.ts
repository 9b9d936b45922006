import type { AnyStateMachine } from 'xstate'
import { find, stateKey, type Words } from '../../scripts/statecharts/words.ts'
import { byStaff, statesOf, stepsOf } from '../../src/machines/chart.ts'
import { effect } from '../../src/machines/kernel.ts'

export const implemented = (machine: AnyStateMachine, kind: 'actions' | 'delays' | 'guards') =>
  Object.keys(machine.implementations[kind]).filter((name) => name !== 'all')

export const effectsOf = (machine: AnyStateMachine) =>
  implemented(machine, 'actions').filter(
    (name) => (machine.implementations.actions as Record<string, unknown>)[name] === effect,
  )

/** The keys of a chart's words in the console. */
export const neededKeys = (machine: AnyStateMachine) => {
  const steps = stepsOf(machine)
  const keys = (kind: string, names: readonly string[]) => names.map((name) => `${kind}.${name}`)
  return new Set([
    'title',
    ...statesOf(machine.root).map(stateKey),
    ...keys(
      'event',
      steps.map((step) => step.event),
    ),
    ...keys(
      'action',
      steps.filter(byStaff).map((step) => step.event),
    ),
    ...keys('guard', [...implemented(machine, 'guards'), 'notOffered', 'deadlineGone', 'deadlineAhead']),
    ...keys('effect', effectsOf(machine)),
    ...keys('deadline', implemented(machine, 'delays')),
    ...keys(
      'ask',
      steps.flatMap((step) => step.meta.asks ?? []),
    ),
  ])
}

/** The keys of what the analysts' pages say about a chart. */
export const aboutKeys = (machine: AnyStateMachine) => {
  const steps = stepsOf(machine)
  const keys = (kind: string, names: string[]) => names.map((name) => `${kind}.${name}`)
  return new Set([
    'summary',
    'intro',
    ...statesOf(machine.root).map(stateKey),
    ...keys(
      'event',
      steps.map((step) => step.event),
    ),
    ...keys(
      'guard',
      steps.flatMap((step) => step.guards),
    ),
    ...keys(
      'effect',
      steps.flatMap((step) => step.effects),
    ),
    ...keys(
      'deadline',
      steps.flatMap((step) => step.meta.after ?? []),
    ),
  ])
}

export const lacking = (words: Words, keys: Iterable<string>) => [...keys].filter((key) => !find(words, key)?.trim())
