import type { Fact } from '../../src/machines/kernel.ts'
import { type Reminder, type ReminderEvent, reminderMachine } from '../../src/machines/reminder.ts'
import { reminderFacts } from '../machines/reminder.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: ReminderEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

export const reminderModel: Model<Move, Reminder> = {
  name: 'reminder',
  machine: reminderMachine,
  interfaces: interfacesOf(reminderMachine),
  moves: [
    ...by('collectionLead', 'reminderDrafted', 'reminderEdited', 'reminderProposed', 'reminderStopped'),
    ...by('financeChecker', 'reminderApproved', 'reminderRefused'),
    ...by('SYS', 'reminderDue', 'remindersMade'),
  ],
  factOf: ({ type, by: who }, { state: { armed } }, at, id): Fact => ({
    ...reminderFacts[type],
    ...(armed[type] && { armed: armed[type].version }),
    type,
    by: id(who),
    at,
  }),
  // The batch of a day is made at once, and once.
  happens: ({ state: { context } }, { type }) => {
    const isMaking = context.day !== null && context.last?.day !== context.day
    return isMaking ? type === 'remindersMade' : type !== 'remindersMade'
  },
  keyOf: (standing) => {
    const { day, last } = standing.state.context
    return [placeOf(standing), day !== null, last !== null, day === last?.day].join()
  },
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
