import * as z from 'zod/mini'
import { answer, endpoint, nothing, serial, text, whole } from './endpoint.ts'
import { isTold, untold, why } from './reveal.ts'

const id = text(60)
/** A list by its endpoint's id, and what the list's own call takes, without page and size. */
const list = text(40)
const filter = z.record(z.string(), z.unknown())
const said = z.record(z.string(), z.unknown())

export const formats = ['xlsx', 'csv'] as const
export type Format = (typeof formats)[number]

const exporting = {
  list,
  filter,
  columns: z.array(text(40)).check(z.minLength(1, 'required'), z.maxLength(60, 'tooMany')),
  format: z.enum(formats),
}

/** Has what a filter finds written into a file, with these columns in this order; who asks must be allowed to see the list. */
export const requestExport = endpoint({
  id: 'export.request',
  method: 'POST',
  path: '/export/request',
  permission: 'granted',
  body: z.strictObject(exporting),
  data: answer,
})

/** The same with customers' data as it is, for whoever may export and says what it is needed for. */
export const requestUnmasked = endpoint({
  id: 'export.unmasked',
  method: 'POST',
  path: '/export/unmasked',
  permission: 'granted',
  body: z.strictObject({ ...exporting, ...why }).check(z.refine(isTold, untold)),
  data: answer,
})

/** The lists that the caller may export as a whole: by what to ask for, and the names and heads of their columns, both locale keys. */
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
  /** How many rows are written so far, and how many there were when it was asked for. */
  done: whole,
  rows: whole,
  name: z.nullable(z.string()),
  bytes: z.nullable(whole),
  reason: z.nullable(z.string()),
  requestedAt: whole,
  endedAt: z.nullable(whole),
  fileDue: z.nullable(whole),
  /** What to ask for to have the same once more; null where it was narrowed by personal data, which is not kept. */
  again: z.nullable(z.object({ list: z.string(), filter, columns: z.array(z.string()), format: z.enum(formats) })),
})
export type Exported = z.infer<typeof exported>

/** The caller's own exports of late, newest first. */
export const exportsOf = endpoint({
  id: 'export.list',
  method: 'GET',
  path: '/export/list',
  permission: 'staff',
  unattended: true,
  body: nothing,
  data: z.object({ exports: z.array(exported) }),
})

/** A piece of a finished file as base64; `next` is the number of the one after it. Only for who asked for the export. */
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

/** Does one command to many rows of a list, in the caller's name: to these, each as its version was seen, or to all that a filter finds. */
export const requestBulk = endpoint({
  id: 'bulk.request',
  method: 'POST',
  path: '/bulk/request',
  permission: 'staff',
  limit: 128 * 1024,
  body: z.strictObject({
    list,
    filter,
    /** As they were when they were ticked. Left out: all that the filter finds. */
    rows: z.optional(ticked),
    command: text(40),
    said,
  }),
  data: answer,
})

/** Does it once more to the rows that were refused. */
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

/** How far a bulk action of the caller's is. */
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
  /** Locale keys: of the list, and of what is done to its rows. */
  title: z.string(),
  action: z.string(),
  requestedAt: whole,
})
export type BulkJob = z.infer<typeof bulk>

/** The caller's own bulk actions of late, newest first. */
export const bulksOf = endpoint({
  id: 'bulk.list',
  method: 'GET',
  path: '/bulk/list',
  permission: 'staff',
  unattended: true,
  body: nothing,
  data: z.object({ bulks: z.array(bulk) }),
})

/** What became of each row, in their order; `result` is 'done', the key of a reason, or null before its turn. */
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
