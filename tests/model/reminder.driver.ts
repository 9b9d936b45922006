import { businessDay } from '../../src/machines/calendar.ts'
import type { Reminder } from '../../src/machines/reminder.ts'
import { commands, everyProduct } from '../../src/services/reminder.ts'
import { approvedTemplate, demoSender } from '../kit/smsTemplates.ts'
import { formInput } from './formInput.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { type Move, reminderModel } from './reminder.moves.ts'

const category = 'service'

let nth = 0

/** Reminders of due days on which nothing is due, each of another template. */
export const reminderProcess = (): Process<Move, Reminder> & { template: () => string } => {
  let idOf: IdOf
  let template: string
  let text: string

  const termsOf = (type: Move['type']) => ({
    text,
    category,
    sender: demoSender,
    days: type === 'reminderDrafted' ? 90 : 89,
    side: 'before' as const,
  })
  const facts = (type: Move['type'], at: number): object => {
    switch (type) {
      case 'reminderDrafted':
      case 'reminderEdited':
        return termsOf(type)
      case 'reminderApproved':
        return { category }
      case 'remindersMade':
        return { day: businessDay(at), rows: 0, batch: null, reason: 'nobody' }
      default:
        return {}
    }
  }

  const driver: Driver<Move, Reminder> = {
    factOf: (move, standing, at) => ({ ...reminderModel.factOf(move, standing, at, idOf), ...facts(move.type, at) }),
    begin: async (app) => {
      idOf = await idsOf(app, ['collectionLead', 'financeChecker'])
      nth += 1
      template = `Pengingat ${nth}`
      text = await approvedTemplate(app, { name: template })
      return new Map()
    },
    ask: async ({ type }, { version, stream, fact }) => {
      const endpoint = commands[type as keyof typeof commands]
      const input = formInput(reminderModel, fact())
      const whole = 'days' in input ? { ...input, product: everyProduct } : input
      // The call always creates another reminder, so it cannot be repeated on this one.
      if (type === 'reminderDrafted') return stream ? undefined : { endpoint, body: { version, ...whole } }
      return endpoint && stream
        ? { endpoint, body: { id: stream.slice('reminder/'.length), version, ...whole } }
        : undefined
    },
  }

  return { model: reminderModel, driver, template: () => template }
}
