import type { SmsTemplateEvent } from '../../src/machines/smsTemplate.ts'

const content = {
  name: 'Due in three days',
  language: 'id',
  category: 'service',
  body: 'Yth. {name}, tagihan {amountDue} jatuh tempo {dueDay}.',
} as const

/** Another text of the same template. */
export const otherBody = 'Yth. {name}, bayar {amountDue} sebelum {dueDay} ke {virtualAccount}.'

/** The data of each event, without `by` and `at`. */
export const smsTemplateFacts = {
  templateDrafted: content,
  templateEdited: { ...content, body: otherBody },
  templateProposed: {},
  templateApproved: {},
  templateRefused: { reason: 'The account is missing' },
  templateTakenBack: {},
  templateRevised: { ...content, body: otherBody },
  revisionDropped: {},
  templateRetired: {},
} as const satisfies Record<SmsTemplateEvent['type'], object>
