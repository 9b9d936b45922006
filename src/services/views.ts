import * as z from 'zod/mini'
import { endpoint, nothing, plain, serial, text, whole } from './endpoint.ts'

/** A list is known by the name of its screen. */
const list = text(60)
const id = text(60)

const column = z.strictObject({
  name: text(60),
  hidden: z.optional(z.boolean()),
  /** In CSS pixels; only a grid's columns have one. */
  width: z.optional(whole.check(z.minimum(20), z.maximum(2000))),
})

const layout = z.strictObject({
  /** In their order. A column of the list that is not among them comes last and is shown. */
  columns: z.array(column).check(z.maxLength(100, 'tooMany')),
  /** How many of those shown stay in sight when a grid is scrolled sideways. */
  frozen: z.optional(whole.check(z.minimum(0), z.maximum(20))),
  /** A table although the list could be a grid, or the other way round. */
  plain: z.optional(z.boolean()),
})
export type Layout = z.infer<typeof layout>

const view = z.object({
  id: z.string(),
  name: z.string(),
  /** Filters, sort and page size as the list's URL has them. */
  query: z.string(),
  layout,
  /** Whom it is shared with. */
  role: z.nullable(z.object({ id: whole, name: z.string() })),
  /** Its owner's name when it is somebody else's. */
  sharedBy: z.nullable(z.string()),
})
export type View = z.infer<typeof view>

/** How the caller has a list: their columns, the views they may use, and the roles they may share one with. */
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

/** Without an id a new view is made; with one it is the caller's own that is changed. */
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

/** The columns of a list as the caller will find them again. */
export const keepLayout = endpoint({
  id: 'list.keepLayout',
  method: 'POST',
  path: '/list/keep_layout',
  permission: 'staff',
  body: z.strictObject({ list, layout }),
  data: nothing,
})

/** Takes what must not stand in a URL and answers an id that may; for a day it is the caller's alone. */
export const conceal = endpoint({
  id: 'list.conceal',
  method: 'POST',
  path: '/list/conceal',
  permission: 'staff',
  body: z.strictObject({ value: text(100) }),
  data: z.object({ id: z.string() }),
})

/** What the caller concealed under an id, within a day. */
export const reveal = endpoint({
  id: 'list.reveal',
  method: 'POST',
  path: '/list/reveal',
  permission: 'staff',
  body: z.strictObject({ id }),
  data: z.object({ value: z.string() }),
})
