import { sql } from 'kysely'
import type { LifecycleEvent } from '../../machines/lifecycles.ts'
import * as access from '../../services/access.ts'
import * as user from '../../services/user.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import { noPassword } from '../staff/passwords.ts'
import { createSessions } from '../staff/sessions.ts'
import type { Tx } from '../store/command.ts'
import type { Store } from '../store/store.ts'
import { issuing } from './account.links.ts'
import { insertProfile, nextAccount } from './account.profile.ts'

type Parts = { db: Database; store: Store; clock: Clock; ids: () => string }
type Person = { email: string; name: string }

/**
 * Makes the first administrator, with a one-time token for a day to choose the password; only its hash is stored.
 * An administrator without a password yet gets another token. Throws when there is an administrator already.
 */
export const makeFirstAdmin = async ({ db, store, clock, ids }: Parts, person: Person) => {
  const email = person.email.toLowerCase()
  const now = clock.now()
  const by = { by: 'SYS', at: now }
  const send = (stream: string, event: LifecycleEvent, via: string, writes?: (tx: Tx) => Promise<unknown>) =>
    store.send({ stream, event, via, key: ids(), ...(writes && { writes }) })

  const adminRole = async (): Promise<number> => {
    const known = await db.sql.selectFrom('role').select('id').where('name', '=', 'admin').executeTakeFirst()
    if (known) return known.id
    const { id } = (await sql<{ id: number }>`select nextval('role_id')::int as id`.execute(db.sql)).rows[0]!
    const named = { name: 'admin', note: '', taken: false }
    await send(`role/${id}`, { type: 'roleSaved', ...by, ...named }, access.roleSave.interface)
    return id
  }

  const role = await adminRole()
  const admins = (await adminsIn(db)).filter(isOpen)
  const invited = admins.find((admin) => admin.email === email && admin.password === noPassword)
  if (admins.length > 0 && !invited)
    throw new Error('there is an administrator already, who can open accounts and give out links')

  const { token, until, keep } = await issuing(db, now)
  const about = { beyondOwn: [], self: false, linkUntil: until }
  const via = user.powerUserEdit.interface

  if (invited) {
    await send(`account/${invited.id}`, { type: 'linkIssued', ...by, ...about }, via, (tx) => keep(tx, invited.id))
  } else {
    const taken = await db.sql.selectFrom('profile').select('id').where('email', '=', email).executeTakeFirst()
    if (taken) throw new Error('this e-mail has an account already: if it administers, --reset lets it in again')
    const id = await nextAccount(db)
    await send(`account/${id}`, { type: 'accountOpened', ...by, roles: [role], ...about }, via, async (tx) => {
      await insertProfile(tx, { id, name: person.name, email, password: noPassword })
      await keep(tx, id)
    })
  }
  return { token, until, enabled: false }
}

/**
 * Makes a token by which an administrator chooses a new password; the old one and all sessions end at once. A disabled
 * account is enabled, as `enabled` says, unless another administrator could do so: then it throws.
 */
export const resetAdmin = async ({ db, store, clock, ids }: Parts, typed: string) => {
  const email = typed.toLowerCase()
  const admins = await adminsIn(db)
  const admin = admins.find((one) => one.email === email)
  if (!admin) throw new Error('this e-mail has no account that administers')
  const { id, roles } = admin
  const enabled = !isOpen(admin)
  if (enabled && admins.some((one) => isOpen(one) && one.password !== noPassword))
    throw new Error('this account is disabled, and there is another administrator who can enable it')
  const now = clock.now()
  const about = { by: 'SYS', at: now, beyondOwn: [], self: false }
  const send = (event: LifecycleEvent, writes?: (tx: Tx) => Promise<unknown>) =>
    store.send({
      stream: `account/${id}`,
      event,
      via: user.powerUserEdit.interface,
      key: ids(),
      ...(writes && { writes }),
    })
  if (enabled) await send({ type: 'accountEnabled', ...about, roles })
  const { token, until, keep } = await issuing(db, now)
  const sessions = createSessions({ db, allInterfaces: [] })
  await send({ type: 'linkIssued', ...about, linkUntil: until }, async (tx) => {
    await keep(tx, id)
    await tx.updateTable('profile').set({ password: noPassword }).where('id', '=', id).execute()
    await sessions.endOthers(tx, id, undefined, now)
  })
  return { token, until, enabled }
}

const isOpen = ({ state }: { state: string }) => state === 'active'

const adminsIn = (db: Database) =>
  db.sql
    .selectFrom('account')
    .innerJoin('profile', 'profile.id', 'account.id')
    .innerJoin('role', (join) => join.on(sql<boolean>`account.roles @> to_jsonb(role.id)`))
    .select(['profile.id', 'profile.email', 'profile.password', 'account.state', 'account.roles'])
    .where('role.name', '=', 'admin')
    .execute()
