import type { Fact } from '../../src/machines/kernel.ts'
import { type SmsTemplate, type SmsTemplateEvent, smsTemplateMachine } from '../../src/machines/smsTemplate.ts'
import { otherBody, smsTemplateFacts } from '../machines/smsTemplate.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: SmsTemplateEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

export const smsTemplateModel: Model<Move, SmsTemplate> = {
  name: 'smsTemplate',
  machine: smsTemplateMachine,
  interfaces: interfacesOf(smsTemplateMachine),
  moves: [
    ...by('telemarketingLead', 'templateDrafted', 'templateEdited', 'templateProposed', 'templateTakenBack'),
    ...by('telemarketingLead', 'templateRevised', 'revisionDropped'),
    ...by('collectionLead', 'templateEdited', 'templateProposed', 'templateTakenBack', 'templateRevised'),
    ...by('financeChecker', 'templateApproved', 'templateRefused', 'templateRetired'),
  ],
  // A change always has another text than the present one.
  factOf: ({ type, by: who }, { state: { context } }, at, id): Fact => ({
    ...smsTemplateFacts[type],
    ...((type === 'templateEdited' || type === 'templateRevised') && {
      body: context.content?.body === otherBody ? smsTemplateFacts.templateDrafted.body : otherBody,
    }),
    type,
    by: id(who),
    at,
  }),
  happens: () => true,
  keyOf: (standing) => {
    const { editor, proposer } = standing.state.context
    return `${placeOf(standing)}, ${editor} ${proposer}`
  },
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
