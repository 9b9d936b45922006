import * as z from 'zod/mini'
import { mostCharacters, smsCategories, smsLanguages, smsMarks } from '../machines/smsText.ts'
import { answer, type DataOf, endpoint, longText, nothing, plainLines, text, whole } from './endpoint.ts'

const instant = whole
const id = text(40)
const staff = z.object({ id: z.string(), name: z.string() })

export const templateStates = ['draft', 'proposed', 'approved', 'revised', 'revisionProposed', 'retired'] as const
export const longest = { name: 80, body: mostCharacters, reason: 300, search: 80 } as const

const language = z.enum(smsLanguages)
const category = z.enum(smsCategories)
const marks = z.array(z.enum(smsMarks))

const filters = {
  state: z.optional(z.enum(templateStates)),
  category: z.optional(category),
  language: z.optional(language),
  /** Part of the name or of the body. */
  words: z.optional(text(longest.search)),
}

const template = z.object({
  id,
  version: whole,
  state: z.enum(templateStates),
  name: z.string(),
  language,
  category,
  body: z.string(),
  /** The number of this content's version. */
  number: whole,
  /** The number of the version in force. */
  inForce: z.nullable(whole),
  author: staff,
  createdAt: instant,
  editor: staff,
  editedAt: instant,
  proposer: z.nullable(staff),
  approver: z.nullable(staff),
  approvedAt: z.nullable(instant),
  refused: z.nullable(z.object({ by: staff, reason: z.string(), at: instant })),
  marks,
})
export type SmsTemplateRow = z.infer<typeof template>

const at = z.object({ editedAt: instant, id })

/** A page of the templates, the last changed first unless `sort` differs; `next` continues it. */
export const list = endpoint({
  id: 'smsTemplate.list',
  method: 'POST',
  path: '/sms/templates/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['editedAt', '-editedAt'])),
    after: z.optional(at),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(template), next: z.nullable(at) }),
})

/** The number of templates that match, exact up to 10,000 or on request. */
export const count = endpoint({
  id: 'smsTemplate.count',
  interface: 'smsTemplate.list',
  method: 'POST',
  path: '/sms/templates/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean() }),
})

const approvedVersion = z.object({
  number: whole,
  name: z.string(),
  language,
  category,
  body: z.string(),
  editor: staff,
  proposer: staff,
  approver: staff,
  approvedAt: instant,
  marks,
})

/** One template with its approved versions, the first of them first. */
export const detail = endpoint({
  id: 'smsTemplate.detail',
  interface: 'smsTemplate.list',
  method: 'POST',
  path: '/sms/templates/detail',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ id }),
  data: z.object({ template, versions: z.array(approvedVersion) }),
})
export type TemplateDetail = DataOf<typeof detail>

/** The sender names that are in force, and what a segment costs from which day on. */
export const senders = endpoint({
  id: 'smsTemplate.senders',
  interface: 'smsTemplate.list',
  method: 'GET',
  path: '/sms/senders',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({
    senders: z.array(z.object({ name: z.string(), registration: z.string(), used: z.boolean() })),
    prices: z.array(z.object({ from: z.string(), segment: whole })),
  }),
})

const content = {
  name: text(longest.name),
  language,
  category,
  // No bound on its length and emptiness: the chart's own words say the limit.
  body: z.string().check(z.trim(), plainLines),
  marks: z.optional(marks.check(z.maxLength(smsMarks.length, 'tooMany'))),
}
const of = { id, version: whole }

const command = <Fields extends z.core.$ZodLooseShape>(name: string, path: string, fields: Fields) =>
  endpoint({
    id: `smsTemplate.${name}`,
    method: 'POST',
    path: `/sms/templates/${path}`,
    permission: 'granted',
    body: z.strictObject({ ...of, ...fields }),
    data: answer,
  })

export const draft = endpoint({
  id: 'smsTemplate.draft',
  method: 'POST',
  path: '/sms/templates/draft',
  permission: 'granted',
  body: z.strictObject({ version: whole, ...content }),
  data: answer,
})
export const edit = command('edit', 'edit', content)
export const propose = command('propose', 'propose', {})
export const approve = command('approve', 'approve', {})
export const refuse = command('refuse', 'refuse', { reason: longText(longest.reason) })
export const takeBack = command('takeBack', 'take_back', {})
/** Writes the next version of an approved template. */
export const revise = command('revise', 'revise', content)
/** Gives up the next version; the approved one stays in force. */
export const drop = command('drop', 'drop', {})
export const retire = command('retire', 'retire', {})

/** The endpoint of each event that staff may fire. */
export const commands = {
  templateDrafted: draft,
  templateEdited: edit,
  templateProposed: propose,
  templateApproved: approve,
  templateRefused: refuse,
  templateTakenBack: takeBack,
  templateRevised: revise,
  revisionDropped: drop,
  templateRetired: retire,
}
