import { randomBytes } from 'node:crypto'
import { staffTimes } from '../../machines/staffRules.ts'
import * as account from '../../services/account.ts'
import { rulesAt } from '../inForce.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { sha256 } from '../kit/hash.ts'
import { notFound, Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { commandsOf } from '../staff/commands.ts'
import { createLogins } from '../staff/loginAttempts.ts'
import { hashPassword, noPassword } from '../staff/passwords.ts'
import { staffId } from '../staff/sessions.ts'
import type { Tx } from '../store/command.ts'
import { insertProfile, mustBeFree, mustBeRoles, nextAccount } from './account.profile.ts'
import { beyondOwn } from './account.rights.ts'

const isOver = () => new Refused(404, 'errors:linkOver')

/** Makes a one-time link. `keep` stores it, which also replaces the account's earlier link. */
export const issuing = async (db: Server['db'], now: number) => {
  const token = randomBytes(32).toString('base64url')
  const until = now + staffTimes(await rulesAt({ db }, 'staffRules', now)).linkTtl
  return {
    token,
    until,
    keep: (tx: Tx, id: number) =>
      tx
        .insertInto('account_link')
        .values({ account: id, token: sha256(token), until })
        .onConflict((conflict) => conflict.column('account').doUpdateSet({ token: sha256(token), until }))
        .execute(),
  }
}

/** One-time links by which the holder of an account chooses its password. Only the hash of the token is stored. */
export const accountLinks = (server: Server) => {
  const { db, store, sessions, handle } = server
  const logins = createLogins(db)

  const { create, send } = commandsOf(server, 'account', ({ id }: { id: number }) => String(id))
  const unshown = ({ now }: { now: number }) => ({ token: null, until: now })

  create(
    account.invite,
    'accountOpened',
    async (body, call) => {
      const { roles } = body
      await mustBeRoles(db, roles, call)
      await mustBeFree(db, body.email, undefined, call)
      const { token, until, keep } = await issuing(db, call.now)
      const id = await nextAccount(db)
      return {
        id: String(id),
        facts: { roles, beyondOwn: await beyondOwn(db, roles, call.staff), self: false, linkUntil: until },
        shown: { token, until },
        writes: async (tx) => {
          await insertProfile(tx, { ...body, id, password: noPassword })
          await keep(tx, id)
        },
      }
    },
    { tries: againWhenTaken, unshown },
  )

  create(
    account.issueLink,
    'linkIssued',
    async ({ id }, call) => {
      const row = await db.sql.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) throw notFound()
      const { token, until, keep } = await issuing(db, call.now)
      const beyond = await beyondOwn(db, row.roles, call.staff)
      return {
        id: String(id),
        facts: { beyondOwn: beyond, self: id === call.staff.account, linkUntil: until },
        shown: { token, until },
        // The account must still hold the roles that were judged.
        reads: [{ stream: `account/${id}`, version: row.version }],
        writes: async (tx) => {
          await keep(tx, id)
          await tx.updateTable('profile').set({ password: noPassword }).where('id', '=', id).execute()
          await sessions.endOthers(tx, id, undefined, call.now)
        },
      }
    },
    { unshown },
  )

  /** Finds a link's account, even if it was used or expired; throws when it was replaced or the account disabled. */
  const linked = async (token: string) => {
    const link = await db.sql
      .selectFrom('account_link')
      .innerJoin('profile', 'profile.id', 'account_link.account')
      .select(['profile.id', 'profile.email', 'account_link.until'])
      .where('token', '=', sha256(token))
      .executeTakeFirst()
    if (!link) throw isOver()
    return link
  }

  handle(account.lookAtLink, async ({ token }, call) => {
    const { email, until } = await linked(token)
    if (until <= call.now) throw isOver()
    return { email, until }
  })

  handle(account.takeLink, async ({ token, new_password }, call) => {
    const { id, email, until } = await linked(token)
    // The answer to the first attempt may have been lost.
    if (await store.answered({ ...call, by: staffId(id) })) return { email }
    if (until <= call.now) throw isOver()
    const hash = await hashPassword(new_password)
    try {
      const event = { type: 'linkUsed' as const, by: staffId(id), at: call.now }
      await send({ id }, call, event, {
        // The update lets only one of two concurrent uses through, whatever else happened to the account.
        writes: async (tx) => {
          const used = await tx
            .updateTable('account_link')
            .set({ until: 0 })
            .where('token', '=', sha256(token))
            .where('until', '>', call.now)
            .returning('account')
            .execute()
          if (used.length === 0) throw isOver()
          await tx.updateTable('profile').set({ password: hash }).where('id', '=', id).execute()
          await sessions.endOthers(tx, id, undefined, call.now)
        },
      })
    } catch (error) {
      if (error instanceof Refused && error.key === 'account:guard.linkOpen') throw isOver()
      throw error
    }
    await logins.unlock({ email, id })
    return { email }
  })
}

/** Deletes the link of an account that got a password in another way or was disabled. */
export const dropLink = (tx: Tx, id: number) => tx.deleteFrom('account_link').where('account', '=', id).execute()
