import * as z from 'zod/mini'
import { answer, endpoint, nothing, serial, text, whole } from './endpoint.ts'
import { isTold, untold, why } from './reveal.ts'

const id = text(60)
/** A list is its endpoint's id, and a filter the input of that endpoint without page and size. */
const list = text(40)
const filter = z.record(z.string(), z.unknown())
const fields = z.record(z.string(), z.unknown())

export const formats = ['xlsx', 'csv'] as const
export type Format = (typeof formats)[number]

const exporting = {
  list,
  filter,
  columns: z.array(text(40)).check(z.minLength(1, 'required'), z.maxLength(60, 'tooMany')),
  format: z.enum(formats),
}

/**
 * Exports the rows that match a filter, with these columns in this order. The caller must be allowed to see the list.
 */
export const requestExport = endpoint({
  id: 'export.request',
  method: 'POST',
  path: '/export/request',
  permission: 'granted',
  body: z.strictObject(exporting),
  data: answer,
})

/** Exports a list with unmasked customer data. The caller needs the right to export and states a purpose. */
export const requestUnmasked = endpoint({
  id: 'export.unmasked',
  method: 'POST',
  path: '/export/unmasked',
  permission: 'granted',
  body: z.strictObject({ ...exporting, ...why }).check(z.refine(isTold, untold)),
  data: answer,
})

/** The lists that the caller may export whole, with their columns' names and headings; titles are locale keys. */
export const exportable = endpoint({
  id: 'export.lists',
  method: 'GET',
  path: '/export/lists',
  permission: 'staff',
  unattended: true,
  body: nothing,
  data: z.object({
    lists: z.array(
      z.object({
        list: z.string(),
        filter,
        title: z.string(),
        columns: z.array(z.object({ name: z.string(), head: z.string() })),
      }),
    ),
  }),
})
export type Exportable = z.infer<typeof exportable.data>['lists'][number]

export const cancelExport = endpoint({
  id: 'export.cancel',
  method: 'POST',
  path: '/export/cancel',
  permission: 'staff',
  body: z.strictObject({ id }),
  data: answer,
})

const exported = z.object({
  id: z.string(),
  state: z.string(),
  /** A locale key. */
  title: z.string(),
  format: z.enum(formats),
  /** The rows written so far, and their number at the request. */
  done: whole,
  rows: whole,
  name: z.nullable(z.string()),
  bytes: z.nullable(whole),
  reason: z.nullable(z.string()),
  requestedAt: whole,
  endedAt: z.nullable(whole),
  fileDue: z.nullable(whole),
  /** The id of the plan that sends it every morning; null where its reader asked for it. */
  plan: z.nullable(z.string()),
  /** The input that repeats the export; null when a personal filter narrowed it, because such filters are not kept. */
  again: z.nullable(z.object({ list: z.string(), filter, columns: z.array(z.string()), format: z.enum(formats) })),
})
export type Exported = z.infer<typeof exported>

/** The caller's recent exports, newest first. */
export const exportsOf = endpoint({
  id: 'export.list',
  method: 'GET',
  path: '/export/list',
  permission: 'staff',
  unattended: true,
  body: nothing,
  data: z.object({ exports: z.array(exported) }),
})

/** A chunk of a finished file as base64; `next` is the following chunk's number. Only for the export's requester. */
export const exportChunk = endpoint({
  id: 'export.chunk',
  method: 'POST',
  path: '/export/chunk',
  permission: 'staff',
  body: z.strictObject({ id, n: serial }),
  data: z.object({ data: z.string(), next: z.nullable(whole) }),
})

const ticked = z
  .array(z.strictObject({ key: text(60), version: serial }))
  .check(z.minLength(1, 'required'), z.maxLength(1000, 'tooMany'))

/**
 * Runs one command on many rows of a list as the caller: on given rows at their seen versions, or on all that match a
 * filter.
 */
export const requestBulk = endpoint({
  id: 'bulk.request',
  method: 'POST',
  path: '/bulk/request',
  permission: 'staff',
  limit: 128 * 1024,
  body: z.strictObject({
    list,
    filter,
    /** The rows at the versions that the user selected. Left out: all rows that match the filter. */
    rows: z.optional(ticked),
    command: text(40),
    said: fields,
  }),
  data: answer,
})

const cell = z.nullable(z.union([z.string(), z.number()]))

/**
 * The facts of all rows that match a filter, before a bulk command: their number, sums, and shared values.
 * `facts` is null if they are more than one command takes.
 */
export const previewBulk = endpoint({
  id: 'bulk.preview',
  interface: 'bulk.request',
  method: 'POST',
  path: '/bulk/preview',
  permission: 'staff',
  unattended: true,
  body: z.strictObject({ list, filter }),
  data: z.object({
    rows: whole,
    facts: z.nullable(
      z.object({
        rows: whole,
        amounts: z.record(z.string(), z.number()),
        shared: z.record(z.string(), z.object({ different: whole, one: cell })),
        few: z.array(z.record(z.string(), cell)),
      }),
    ),
  }),
})

/** Repeats the command on the refused rows. */
export const repeatBulk = endpoint({
  id: 'bulk.repeat',
  interface: 'bulk.request',
  method: 'POST',
  path: '/bulk/repeat',
  permission: 'staff',
  body: z.strictObject({ id }),
  data: answer,
})

export const cancelBulk = endpoint({
  id: 'bulk.cancel',
  method: 'POST',
  path: '/bulk/cancel',
  permission: 'staff',
  body: z.strictObject({ id }),
  data: answer,
})

const progress = { state: z.string(), rows: whole, done: whole, refused: whole }

/** The progress of one of the caller's bulk actions. */
export const bulkStatus = endpoint({
  id: 'bulk.status',
  method: 'POST',
  path: '/bulk/status',
  permission: 'staff',
  unattended: true,
  body: z.strictObject({ id }),
  data: z.object(progress),
})

const bulk = z.object({
  id: z.string(),
  ...progress,
  /** Locale keys of the list and of the command. */
  title: z.string(),
  action: z.string(),
  requestedAt: whole,
})
export type BulkJob = z.infer<typeof bulk>

/** The caller's recent bulk actions, newest first. */
export const bulksOf = endpoint({
  id: 'bulk.list',
  method: 'GET',
  path: '/bulk/list',
  permission: 'staff',
  unattended: true,
  body: nothing,
  data: z.object({ bulks: z.array(bulk) }),
})

/** The result of each row, in order; `result` is 'done', a reason's key, or null before the row's turn. */
export const bulkRows = endpoint({
  id: 'bulk.rows',
  method: 'POST',
  path: '/bulk/rows',
  permission: 'staff',
  unattended: true,
  body: z.strictObject({
    id,
    refused: z.optional(z.boolean()),
    after: z.optional(serial),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({
    rows: z.array(z.object({ n: whole, key: z.string(), result: z.nullable(z.string()) })),
    next: z.nullable(whole),
  }),
})
