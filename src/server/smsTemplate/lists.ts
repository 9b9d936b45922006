import { type SelectQueryBuilder, sql } from 'kysely'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as smsTemplate from '../../services/smsTemplate.ts'
import type { Tables } from '../db/tables.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'

type Templates = SelectQueryBuilder<Tables, 'sms_template', object>

/** Reads the templates a page at a time, and counts those that a filter finds. */
export const smsTemplateLists = ({ db }: Pick<Server, 'db'>) => {
  const filtered = ({ words, ...equal }: Omit<BodyOf<typeof smsTemplate.count>, 'exact'>): Templates => {
    let found: Templates = db.sql.selectFrom('sms_template')
    for (const name of ['state', 'category', 'language'] as const)
      if (equal[name] !== undefined) found = found.where(name, '=', equal[name])
    if (words === undefined) return found
    return found.where(sql<boolean>`position(lower(${words}) in lower(name || ' ' || body)) > 0`)
  }

  const page = async ({ after, sort = '-editedAt', limit = pageSize, ...filter }: BodyOf<typeof smsTemplate.list>) => {
    const found = await filtered(filter)
      .selectAll()
      .where(beyond(['edited_at', 'id'], sort, after && [after.editedAt, after.id]))
      .orderBy(inOrder(['edited_at', 'id'], sort))
      .limit(limit + 1)
      .execute()
    const { rows: shown, next } = pageOf(found, limit, (row) => ({ editedAt: row.edited_at, id: row.id }))
    return { rows: await rowsOf(shown), next }
  }

  const rowsOf = async (shown: readonly Tables['sms_template'][]): Promise<smsTemplate.SmsTemplateRow[]> => {
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
    return shown.map((row): smsTemplate.SmsTemplateRow => ({
      id: row.id,
      version: row.version,
      state: row.state,
      name: row.name,
      language: row.language,
      category: row.category,
      body: row.body,
      number: row.number,
      inForce: row.in_force,
      author: staff(row.author),
      createdAt: row.created_at,
      editor: staff(row.editor),
      editedAt: row.edited_at,
      proposer: row.proposer === null ? null : staff(row.proposer),
      approver: row.approver === null ? null : staff(row.approver),
      approvedAt: row.approved_at,
      refused: row.refused && { ...row.refused, by: staff(row.refused.by) },
      marks: row.marks,
    }))
  }

  const one = async (id: string): Promise<smsTemplate.SmsTemplateRow | undefined> => {
    const found = await db.sql.selectFrom('sms_template').selectAll().where('id', '=', id).execute()
    return (await rowsOf(found))[0]
  }

  const count = ({ exact, ...filter }: BodyOf<typeof smsTemplate.count>) =>
    countRows(db, filtered(filter), { by: 'edited_at', exact })

  return { page, count, one }
}
