import type { SelectQueryBuilder } from 'kysely'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as reminder from '../../services/reminder.ts'
import type { Tables } from '../db/tables.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { coveredByScope, type Onlooker } from '../staff/appScope.ts'
import { staffNames } from '../staff/names.ts'

type Reminders = SelectQueryBuilder<Tables, 'reminder', object>

/** Reads the reminders a page at a time, and counts those that a filter finds. */
export const reminderLists = ({ db }: Pick<Server, 'db'>) => {
  // As its batches: only for those who may see the orders of all its apps.
  const seenBy = (onlooker: Onlooker): Reminders =>
    db.sql.selectFrom('reminder').where((eb) => eb.and(coveredByScope(onlooker)))

  const filtered = (filter: Omit<BodyOf<typeof reminder.count>, 'exact'>, onlooker: Onlooker): Reminders => {
    let found = seenBy(onlooker)
    for (const name of ['state', 'side'] as const)
      if (filter[name] !== undefined) found = found.where(name, '=', filter[name])
    return found
  }

  const page = async (
    { after, sort = '-createdAt', limit = pageSize, ...filter }: BodyOf<typeof reminder.list>,
    onlooker: Onlooker,
  ) => {
    const found = await filtered(filter, onlooker)
      .selectAll()
      .where(beyond(['created_at', 'id'], sort, after && [after.createdAt, after.id]))
      .orderBy(inOrder(['created_at', 'id'], sort))
      .limit(limit + 1)
      .execute()
    const { rows: shown, next } = pageOf(found, limit, (row) => ({ createdAt: row.created_at, id: row.id }))
    return { rows: await rowsOf(shown), next }
  }

  const rowsOf = async (shown: readonly Tables['reminder'][]): Promise<reminder.ReminderRow[]> => {
    if (shown.length === 0) return []
    const names = await staffNames(
      db,
      shown.flatMap(({ author, editor, proposer, approver, refused }) => [
        author,
        editor,
        proposer,
        approver,
        refused?.by ?? null,
      ]),
    )
    const staff = (id: string) => ({ id, name: names.get(id) ?? id })
    const templates = await db.sql
      .selectFrom('sms_template')
      .select(['id', 'name'])
      .where('id', 'in', [...new Set(shown.map(({ text }) => text))])
      .execute()
    const nameOf = new Map(templates.map(({ id, name }) => [id, name]))
    return shown.map((row): reminder.ReminderRow => ({
      id: row.id,
      version: row.version,
      state: row.state,
      text: row.text,
      template: nameOf.get(row.text) ?? row.text,
      category: row.category,
      sender: row.sender,
      days: row.days,
      side: row.side,
      time: row.time,
      product: row.product,
      author: staff(row.author),
      createdAt: row.created_at,
      editor: staff(row.editor),
      proposer: row.proposer === null ? null : staff(row.proposer),
      approver: row.approver === null ? null : staff(row.approver),
      refused: row.refused && { ...row.refused, by: staff(row.refused.by) },
      nextDue: row.next_due,
      last: row.last,
    }))
  }

  const count = ({ exact, ...filter }: BodyOf<typeof reminder.count>, onlooker: Onlooker) =>
    countRows(db, filtered(filter, onlooker), { by: 'created_at', exact })

  return { page, count }
}
