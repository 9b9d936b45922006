import { createElement } from 'react'
import { blank } from '../../machines/kernel.ts'
import { type SmsTemplate, smsTemplateMachine } from '../../machines/smsTemplate.ts'
import { isByLaw, mostCharacters } from '../../machines/smsText.ts'
import { commands, longest, type SmsTemplateRow } from '../../services/smsTemplate.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Field } from '../detail/form/field.ts'
import { fieldBy, schemaIn } from '../detail/form/fields.ts'
import { BodyPreview } from './BodyPreview.tsx'

export const smsTemplates: Process = { machine: smsTemplateMachine, words: 'smsTemplate', commands }

type Content = Pick<SmsTemplateRow, 'name' | 'language' | 'category' | 'body' | 'marks'>

const writes = ['templateDrafted', 'templateEdited', 'templateRevised']

/** The fields of a template's form, with its present content. */
const fieldOf = (ask: string, content: Content | undefined): Field | undefined => {
  const initial = content?.[ask as keyof Content]
  const begun = initial === undefined ? {} : { initial }
  if (ask === 'body') return { kind: 'text', most: mostCharacters, ...begun } as Field
  if (ask === 'name') return { kind: 'line', most: longest.name, ...begun } as Field
  return { ...fieldBy(schemaIn(commands.templateDrafted, ask), `smsTemplate:${ask}`), ...begun } as Field
}

/** The fields of a template that does not exist yet. */
export const newField: Subject['field'] = (_event, ask) => fieldOf(ask, undefined)

/** The typed body as a customer gets it, its segments and its problems. */
export const previewOf: NonNullable<Subject['preview']> = (event, typed) =>
  writes.includes(event) ? createElement(BodyPreview, { typed }) : undefined

export const templateSubject = (template: SmsTemplateRow): Subject => {
  const { id, version, state, name, language, category, body, marks, editor, proposer } = template
  const content = { name, language, category, body, marks }
  return {
    process: smsTemplates,
    stream: `smsTemplate/${id}`,
    name,
    body: { id },
    state: {
      version,
      value: state,
      context: {
        ...(blank(smsTemplateMachine).context as SmsTemplate),
        content,
        editor: editor.id,
        proposer: proposer?.id ?? null,
      },
      armed: {},
    },
    field: (event, ask) => (writes.includes(event) ? fieldOf(ask, content) : undefined),
    preview: previewOf,
    about: (event, { t }) =>
      writes.includes(event)
        ? {}
        : {
            'smsTemplate:ask.category': t(`smsTemplate:category.${category}`),
            ...(isByLaw({ marks }) && { 'smsTemplate:ask.marks': t('smsTemplate:screen.byLaw') }),
            'smsTemplate:ask.language': t(`smsTemplate:language.${language}`),
            'smsTemplate:ask.body': body,
          },
  }
}
