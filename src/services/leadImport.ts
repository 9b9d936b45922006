import * as z from 'zod/mini'
import { answer, endpoint, nothing, plain, sentFile, text, whole } from './endpoint.ts'
import { consentChannels, consenting } from './lead.ts'
import { impersonal, impersonalName } from './reveal.ts'

const instant = whole
const id = text(60)
const head = z.optional(text(60))

export const importStates = ['staged', 'running', 'done', 'dropped', 'failed'] as const
export const leadColumnNames = ['phone', 'name', 'province'] as const

/**
 * Reads the leads of a spreadsheet, and keeps them until somebody confirms; refuses an unreadable file at once. `phone`,
 * `person` and `province` have the head of a column where it is not a usual one.
 */
export const upload = endpoint({
  id: 'leadImport.upload',
  interface: 'lead.import',
  method: 'POST',
  path: '/telemarketing/imports/upload',
  permission: 'granted',
  // A file of 5 MB in base64, and its name.
  limit: 7 * 1024 * 1024,
  body: z.strictObject({
    name: z.string().check(z.trim(), z.maxLength(200, 'tooLong'), plain),
    /** An .xlsx or .csv as base64. */
    content: sentFile('invalid'),
    batch: impersonalName(40),
    source: impersonalName(40),
    /** Where it stands that these people agreed to marketing, and by which channels. */
    proof: impersonal(200),
    channels: consenting,
    phone: head,
    person: head,
    province: head,
  }),
  data: answer,
})

const counts = z.object({ imported: whole, repeated: whole, customers: whole, barred: whole })

const leadImport = z.object({
  id,
  version: whole,
  state: z.enum(importStates),
  asker: z.string(),
  askerName: z.string(),
  /** The file's name; '' once its rows are gone. */
  upload: z.string(),
  batch: z.string(),
  source: z.string(),
  /** The channels to which the people agreed. */
  channels: z.array(z.enum(consentChannels)),
  rows: whole,
  /** Rows of a phone that an earlier row has, and rows with an error: they are not imported. */
  doubled: whole,
  wrong: whole,
  /** The rows imported so far; 0 of an import that was dropped or failed. */
  done: whole,
  /** The first errors. */
  faults: z.array(z.object({ n: whole, column: z.enum(leadColumnNames), reason: z.string() })),
  counts: z.nullable(counts),
  reason: z.nullable(z.string()),
  requestedAt: instant,
})
export type LeadImport = z.infer<typeof leadImport>

/** The recent imports, the newest first. */
export const list = endpoint({
  id: 'leadImport.list',
  interface: 'lead.import',
  method: 'GET',
  path: '/telemarketing/imports/list',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({ imports: z.array(leadImport) }),
})

/** A command on one import: its name and the last part of its path. */
const command = (name: string) =>
  endpoint({
    id: `leadImport.${name}`,
    interface: 'lead.import',
    method: 'POST',
    path: `/telemarketing/imports/${name}`,
    permission: 'granted',
    body: z.strictObject({ id, version: whole }),
    data: answer,
  })
export const confirm = command('confirm')
export const drop = command('drop')

/** The endpoint of each event that staff may fire. */
export const commands = { leadsStaged: upload, importConfirmed: confirm, importDropped: drop }
