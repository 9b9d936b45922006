import type { SmsTemplate } from '../../src/machines/smsTemplate.ts'
import { commands } from '../../src/services/smsTemplate.ts'
import { smsTemplateFacts } from '../machines/smsTemplate.events.ts'
import { formInput } from './formInput.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { type Move, smsTemplateModel } from './smsTemplate.moves.ts'

let nth = 0

/** Templates, each of another name. */
export const smsTemplateProcess = (): Process<Move, SmsTemplate> & { title: () => string } => {
  let idOf: IdOf
  let name: string

  const driver: Driver<Move, SmsTemplate> = {
    factOf: (move, standing, at) => {
      const fact = smsTemplateModel.factOf(move, standing, at, idOf)
      return 'body' in fact ? { ...fact, name } : fact
    },
    begin: async (app) => {
      idOf = await idsOf(app, ['telemarketingLead', 'collectionLead', 'financeChecker'])
      nth += 1
      name = `${smsTemplateFacts.templateDrafted.name} ${nth}`
      return new Map()
    },
    ask: async ({ type }, { version, stream, fact }) => {
      const endpoint = commands[type]
      const input = formInput(smsTemplateModel, fact())
      // The call always creates another template, so it cannot be repeated on this one.
      if (type === 'templateDrafted') return stream ? undefined : { endpoint, body: { version, ...input } }
      return stream ? { endpoint, body: { id: stream.slice('smsTemplate/'.length), version, ...input } } : undefined
    },
  }

  return { model: smsTemplateModel, driver, title: () => name }
}
