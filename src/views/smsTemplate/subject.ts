import { createElement } from 'react'
import { blank } from '../../machines/kernel.ts'
import { type SmsTemplate, smsTemplateMachine } from '../../machines/smsTemplate.ts'
import { isByLaw, mostCharacters, smsCategories, smsLanguages, smsMarks } from '../../machines/smsText.ts'
import { commands, longest, type SmsTemplateRow } from '../../services/smsTemplate.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Field } from '../detail/form/field.ts'
import { BodyPreview } from './BodyPreview.tsx'

export const smsTemplates: Process = { machine: smsTemplateMachine, words: 'smsTemplate', commands }

type Content = Pick<SmsTemplateRow, 'name' | 'language' | 'category' | 'body' | 'marks'>

const writes = ['templateDrafted', 'templateEdited', 'templateRevised']

const languages = smsLanguages.map((value) => ({ value, words: `smsTemplate:language.${value}` }))
const categories = smsCategories.map((value) => ({ value, words: `smsTemplate:category.${value}` }))
const marksOffered = smsMarks.map((value) => ({ value, words: `smsTemplate:marks.${value}` }))

/** The fields of a template's form, with its present content. */
const fieldsOf = (content?: Content): Readonly<Record<string, Field>> =>
  ({
    name: { kind: 'line', most: longest.name, initial: content?.name ?? '' },
    language: { kind: 'choice', options: languages, initial: content?.language ?? '' },
    category: { kind: 'choice', options: categories, initial: content?.category ?? '' },
    body: { kind: 'text', most: mostCharacters, initial: content?.body ?? '' },
    marks: { kind: 'checks', options: marksOffered, optional: true, initial: content?.marks ?? [] },
  }) satisfies Record<keyof Content, Field>

/** The fields of a template that does not exist yet. */
export const newField: Subject['field'] = (_event, ask) => fieldsOf()[ask]

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
    field: (event, ask) => (writes.includes(event) ? fieldsOf(content)[ask] : undefined),
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
