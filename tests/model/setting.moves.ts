import type { Fact } from '../../src/machines/kernel.ts'
import type { Setting, SettingEvent } from '../../src/machines/setting.facts.ts'
import { settingMachine } from '../../src/machines/setting.ts'
import { settingFacts } from '../machines/setting.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: SettingEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

export const settingModel: Model<Move, Setting> = {
  name: 'setting',
  machine: settingMachine,
  interfaces: interfacesOf(settingMachine),
  moves: [
    ...by('SYS', 'settingFound'),
    ...by('risk', 'settingProposed', 'settingTakenBack'),
    ...by('risk.2', 'settingProposed', 'settingTakenBack'),
    ...by('financeChecker', 'settingConfirmed', 'settingRefused'),
    ...by('admin', 'settingProposed', 'settingConfirmed', 'settingRefused', 'settingTakenBack'),
  ],
  factOf: ({ type, by: who }, { state: { version } }, at, id): Fact => ({
    ...settingFacts[type],
    ...(type === 'settingProposed' && { values: namedAt(version) }),
    type,
    by: id(who),
    at,
  }),
  happens: () => true,
  keyOf: (standing) => {
    const { inForce, proposed } = standing.state.context
    return `${placeOf(standing)}, ${inForce.length} ${proposed?.proposer} ${proposed?.editor}`
  },
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}

/** A different name for each version. */
export const namedAt = (version: number) => ({ name: `DanaKios ${version}` })
