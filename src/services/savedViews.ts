import * as z from 'zod/mini'
import { endpoint, nothing, plain, serial, text, whole } from './endpoint.ts'

/** A list is identified by its screen's name. */
const list = text(60)
const id = text(60)

const column = z.strictObject({
  name: text(60),
  hidden: z.optional(z.boolean()),
  /** In CSS pixels; only a grid's columns have one. */
  width: z.optional(whole.check(z.minimum(20), z.maximum(2000))),
})

export const layout = z.strictObject({
  /** In display order. A column that is missing here comes last and is shown. */
  columns: z.array(column).check(z.maxLength(100, 'tooMany')),
  /** The number of shown columns that stay in place when a grid scrolls sideways. */
  frozen: z.optional(whole.check(z.minimum(0), z.maximum(20))),
  /** Inverts the list's default of grid or table. */
  plain: z.optional(z.boolean()),
})
export type Layout = z.infer<typeof layout>

const view = z.object({
  id: z.string(),
  name: z.string(),
  /** Filters, sort and page size as the list's URL has them. */
  query: z.string(),
  layout,
  /** The role that the view is shared with. */
  role: z.nullable(z.object({ id: whole, name: z.string() })),
  /** The owner's name when it belongs to somebody else. */
  sharedBy: z.nullable(z.string()),
})
export type View = z.infer<typeof view>

/** The caller's list configuration: columns, usable views, and the roles that a view may be shared with. */
export const getViews = endpoint({
  id: 'list.getViews',
  method: 'POST',
  path: '/list/get_views',
  permission: 'staff',
  body: z.strictObject({ list }),
  data: z.object({
    layout: z.nullable(layout),
    views: z.array(view),
    roles: z.array(z.object({ id: whole, name: z.string() })),
  }),
})

/** Without an id the call creates a view; with one it changes the caller's own view. */
export const saveView = endpoint({
  id: 'list.saveView',
  method: 'POST',
  path: '/list/save_view',
  permission: 'staff',
  body: z.strictObject({
    id: z.optional(id),
    list,
    name: text(60),
    query: z.string().check(z.maxLength(2000, 'tooLong'), plain),
    layout,
    role: z.nullable(serial),
  }),
  data: z.object({ id: z.string() }),
})

export const deleteView = endpoint({
  id: 'list.deleteView',
  method: 'POST',
  path: '/list/delete_view',
  permission: 'staff',
  body: z.strictObject({ id }),
  data: nothing,
})

/** Stores the caller's column layout of a list. */
export const keepLayout = endpoint({
  id: 'list.keepLayout',
  method: 'POST',
  path: '/list/keep_layout',
  permission: 'staff',
  body: z.strictObject({ list, layout }),
  data: nothing,
})

/**
 * Stores values that must not appear in a URL, and answers an id that may. Only the caller can read it, for one day.
 */
export const conceal = endpoint({
  id: 'list.conceal',
  method: 'POST',
  path: '/list/conceal',
  permission: 'staff',
  body: z.strictObject({ value: text(100) }),
  data: z.object({ id: z.string() }),
})

/** The values that the caller concealed under an id, for one day. */
export const reveal = endpoint({
  id: 'list.reveal',
  method: 'POST',
  path: '/list/reveal',
  permission: 'staff',
  body: z.strictObject({ id }),
  data: z.object({ value: z.string() }),
})
