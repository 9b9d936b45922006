import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Actor } from '../../machines/kernel.ts'
import { withDetails } from '../../machines/permissions.ts'
import { contact, dispatch } from '../../services/recoveryCase.ts'
import { languages, type Language } from '../../services/user.ts'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { batchLoader } from '../kit/batchLoader.ts'
import { sha256 } from '../kit/hash.ts'
import type { Tx } from '../store/command.ts'
import { channel, sessionsEnded } from '../store/notices.ts'
import { companyOf, appScopeOf, type Scope } from './appScope.ts'

/** A member of staff as of this call. A change of their permissions takes effect at the next call. */
export type Staff = Actor & {
  account: number
  name: string
  email: string
  avatar: string
  introduction: string
  setting: Record<string, unknown>
  language: Language
  roleId: number | null
  /** Names of roles and of permitted routes. */
  roles: string[]
  interfaces: string[]
  admin: boolean
  roleIds: readonly number[]
} & Scope

const idleMs = 30 * 60_000
const absoluteMs = 12 * 60 * 60_000
// Storing the time of each call would double the writes. A minute is precise enough for an idle limit of thirty.
const seenMs = 60_000

/** A session has expired when it was last used at or before `seen`, or started at or before `started`. */
export const idleSince = (now: number) => ({ seen: now - idleMs, started: now - absoluteMs })

export const staffId = (account: number) => `staff/${account}`

export type Sessions = ReturnType<typeof createSessions>

/** Sessions with two secrets: a token that scripts send and an HttpOnly cookie; only their hashes are stored. */
export const createSessions = ({ db, allInterfaces }: { db: Database; allInterfaces: readonly string[] }) => {
  /** Begins a session; undefined when the password has changed since it was checked, which ends all other sessions. */
  const begin = async (
    account: number,
    password: string,
    now: number,
  ): Promise<{ token: string; sid: string } | undefined> => {
    const token = randomBytes(32).toString('base64url')
    const sid = randomBytes(32).toString('base64url')
    const { rows } = await sql`
      insert into session (token, sid, account, started_at, seen_at)
      select ${sha256(token)}, ${sha256(sid)}, id, ${now}, ${now} from profile
      where id = ${account} and password = ${password} for share
      returning account`.execute(db.sql)
    return rows.length > 0 ? { token, sid } : undefined
  }

  // A cache of staff with the `mark` of the rows that they were read from: a call then costs one small query.
  const remembered = new Map<number, { mark: string; staff: Staff }>()

  const sessionOf = batchLoader(
    (tokens: readonly string[]) =>
      db.sql
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account')
        .innerJoin('profile', 'profile.id', 'session.account')
        .selectAll('session')
        // Changes with account, profile, collector, any role and any group: new permissions count at the next call, on any server.
        .select(
          sql<string>`concat_ws(' ', account.version, profile.xmin, (select sum(version) from role),
            (select sum(version) from review_group), (select sum(version) from collection_group),
            (select version from collector where collector.id = account.id))`.as('mark'),
        )
        .where('session.token', 'in', tokens)
        .where('session.ended_at', 'is', null)
        .where('account.state', '=', 'active')
        .execute(),
    ({ token }) => token,
  )

  /** The member of staff of one live session; both secrets must match. `active` calls prolong the session. */
  const staffOf = async (token: string, sid: string, now: number, active: boolean): Promise<Staff | undefined> => {
    const row = await sessionOf(sha256(token))
    if (row?.sid !== sha256(sid) || row.seen_at <= now - idleMs || row.started_at <= now - absoluteMs) return undefined
    if (active && row.seen_at < now - seenMs) {
      await db.sql.updateTable('session').set({ seen_at: now }).where('token', '=', sha256(token)).execute()
    }
    const known = remembered.get(row.account)
    if (known?.mark === row.mark) return known.staff
    const staff = await read(row.account)
    remembered.set(row.account, { mark: row.mark, staff })
    return staff
  }

  /** Notifies all processes, so that the feeds of ended sessions close. */
  const tellEnded = (where: Kysely<Tables>) => sql`select pg_notify(${channel}, ${sessionsEnded})`.execute(where)

  const end = async (token: string, now: number): Promise<void> => {
    await db.sql.updateTable('session').set({ ended_at: now }).where('token', '=', sha256(token)).execute()
    await tellEnded(db.sql)
  }

  /** Ends every session of an account except `token`'s and forgets its devices, within the caller's transaction. */
  const endOthers = async (tx: Tx, account: number, token: string | undefined, now: number): Promise<void> => {
    await tx.deleteFrom('known_device').where('account', '=', account).execute()
    await tx
      .updateTable('session')
      .set({ ended_at: now })
      .where('account', '=', account)
      .where('ended_at', 'is', null)
      .where('token', '!=', token ? sha256(token) : '')
      .execute()
    await tellEnded(tx)
  }

  const read = async (account: number): Promise<Staff> => {
    const { held: roles, ...profile } = await db.sql
      .selectFrom('profile')
      .innerJoin('account', 'account.id', 'profile.id')
      .selectAll('profile')
      .select('account.roles')
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('role')
            .selectAll()
            .where(sql<boolean>`account.roles @> to_jsonb(role.id)`)
            .orderBy('role.id'),
        ).as('held'),
      )
      .where('profile.id', '=', account)
      .executeTakeFirstOrThrow()
    const admin = roles.some((role) => role.name === 'admin')
    const interfaces = admin ? allInterfaces : [...new Set(roles.flatMap((role) => role.interfaces))]
    const held = new Set(interfaces)
    const collects = held.has(contact.interface) && !held.has(dispatch.interface)
    const company = admin ? undefined : await companyOf(db, profile.id, collects)
    const scope = async (): Promise<Scope> => {
      if (company !== undefined) return { apps: [], company }
      return { apps: admin ? null : await appScopeOf(db, staffId(profile.id)) }
    }
    return {
      id: staffId(profile.id),
      account: profile.id,
      name: profile.name,
      email: profile.email,
      avatar: profile.avatar,
      introduction: profile.introduction,
      setting: profile.setting,
      language: languages.find((one) => one === profile.language) ?? 'id',
      roleId: profile.roles[0] ?? null,
      roles: [...roles.map((role) => role.name), ...withDetails(roles.flatMap((role) => role.menus))],
      interfaces: [...interfaces],
      admin,
      roleIds: profile.roles,
      ...(await scope()),
      may: (name) => held.has(name),
    }
  }

  /** The current state of an account, for work on its behalf without a session; undefined unless it is active. */
  const current = async (id: string): Promise<Staff | undefined> => {
    const account = Number(id.slice('staff/'.length))
    const active = await db.sql
      .selectFrom('account')
      .select('id')
      .where('id', '=', account)
      .where('state', '=', 'active')
      .executeTakeFirst()
    return active && read(account)
  }

  return { begin, staffOf, end, endOthers, current }
}
