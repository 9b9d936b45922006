import { isByLaw } from '../machines/smsText.ts'
import { instant, type ListColumns, number, text, word } from './columns.ts'
import type { SmsTemplateRow } from './smsTemplate.ts'

export const smsTemplateColumns = {
  name: text('smsTemplate:ask.name', (one) => one.name),
  state: word('smsTemplate:screen.state', (one) => `smsTemplate:state.${one.state}`),
  category: word('smsTemplate:ask.category', (one) => `smsTemplate:category.${one.category}`),
  language: word('smsTemplate:ask.language', (one) => `smsTemplate:language.${one.language}`),
  marks: word('smsTemplate:ask.marks', (one) => (isByLaw(one) ? 'smsTemplate:screen.byLaw' : null)),
  body: text('smsTemplate:ask.body', (one) => one.body),
  number: number('smsTemplate:screen.number', (one) => one.number),
  inForce: number('smsTemplate:screen.inForce', (one) => one.inForce),
  editor: text('smsTemplate:screen.editor', (one) => one.editor.name),
  editedAt: instant('smsTemplate:screen.editedAt', (one) => one.editedAt),
  proposer: text('smsTemplate:screen.proposer', (one) => one.proposer?.name ?? null),
  approver: text('smsTemplate:screen.approver', (one) => one.approver?.name ?? null),
  approvedAt: instant('smsTemplate:screen.approvedAt', (one) => one.approvedAt),
} satisfies ListColumns<SmsTemplateRow>
