import { sql } from 'kysely'
import type { BodyOf } from '../../services/endpoint.ts'
import * as savedViews from '../../services/savedViews.ts'
import type { Database } from '../db/database.ts'
import { sha256 } from '../kit/hash.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { CallOf } from '../staff/call.ts'
import type { Tx } from '../store/command.ts'

const most = 100

const rolesOf = (sqlOf: Tx | Database['sql'], account: number) =>
  sqlOf
    .selectFrom('role')
    .select(['role.id', 'role.name'])
    .where(sql<boolean>`(select roles from account where id = ${account}) @> to_jsonb(role.id)`)

/** List settings per person: the chosen columns, and the views they saved or that one of their roles shares. */
export const savedViewHandlers = ({ db, handle }: Server) => {
  handle(savedViews.getViews, async ({ list }, { staff: { account } }) => {
    const kept = await db.sql
      .selectFrom('list_layout')
      .select('layout')
      .where('owner', '=', account)
      .where('list', '=', list)
      .executeTakeFirst()
    const rows = await db.sql
      .selectFrom('list_view')
      .innerJoin('profile', 'profile.id', 'list_view.owner')
      .leftJoin('role', 'role.id', 'list_view.role')
      .selectAll('list_view')
      .select(['profile.name as ownerName', 'role.name as roleName'])
      .where('list', '=', list)
      .where((eb) =>
        eb.or([
          eb('owner', '=', account),
          eb('list_view.role', 'in', rolesOf(db.sql, account).clearSelect().select('role.id')),
        ]),
      )
      .orderBy(sql`lower(list_view.name)`)
      .orderBy('list_view.id')
      .execute()
    return {
      layout: kept?.layout ?? null,
      views: rows.map(({ id, name, query, layout, role, roleName, owner, ownerName }) => ({
        id,
        name,
        query,
        layout,
        role: role !== null && roleName !== null ? { id: role, name: roleName } : null,
        sharedBy: owner === account ? null : ownerName,
      })),
      roles: await rolesOf(db.sql, account).orderBy('role.id').execute(),
    }
  })

  handle(savedViews.saveView, async (body, call) => {
    const { account } = call.staff
    // The id derives from the idempotency key, so a retried request saves the same view.
    const id = body.id ?? sha256(`${account} ${call.key}`).slice(0, 24)
    return db.sql.transaction().execute(async (tx) => {
      // Locks the profile, so that concurrent requests take neither a name nor the last free place twice.
      await tx.selectFrom('profile').select('id').where('id', '=', account).forUpdate().execute()
      await mustBeAllowed(tx, id, body, call)
      const { list, name, query, role } = body
      const row = { name, query, layout: JSON.stringify(body.layout), role }
      await tx
        .insertInto('list_view')
        .values({ id, owner: account, list, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute()
      return { id }
    })
  })

  const mustBeAllowed = async (
    tx: Tx,
    id: string,
    body: BodyOf<typeof savedViews.saveView>,
    { staff: { account }, language }: CallOf<typeof savedViews.saveView>,
  ) => {
    const own = await tx
      .selectFrom('list_view')
      .select(['id', 'name'])
      .where('owner', '=', account)
      .where('list', '=', body.list)
      .execute()
    const isKnown = own.some((view) => view.id === id)
    if (body.id !== undefined && !isKnown) throw notFound()
    if (!isKnown && own.length >= most) throw badInput([{ field: 'name', reason: 'viewsFull' }], language)
    if (own.some((view) => view.id !== id && view.name.toLowerCase() === body.name.toLowerCase()))
      throw badInput([{ field: 'name', reason: 'viewTaken' }], language)
    const roles = await rolesOf(tx, account).execute()
    if (body.role !== null && !roles.some((role) => role.id === body.role))
      throw badInput([{ field: 'role', reason: 'role' }], language)
  }

  handle(savedViews.deleteView, async ({ id }, { staff: { account } }) => {
    const gone = await db.sql
      .deleteFrom('list_view')
      .where('id', '=', id)
      .where('owner', '=', account)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw notFound()
    return {}
  })

  handle(savedViews.keepLayout, async ({ list, layout }, { staff: { account } }) => {
    const row = { layout: JSON.stringify(layout) }
    await db.sql
      .insertInto('list_layout')
      .values({ owner: account, list, ...row })
      .onConflict((conflict) => conflict.columns(['owner', 'list']).doUpdateSet(row))
      .execute()
    return {}
  })
}
