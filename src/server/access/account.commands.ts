import * as account from '../../services/account.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { type Call, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { createLogins } from '../staff/loginAttempts.ts'
import { hashPassword } from '../staff/passwords.ts'
import type { Staff } from '../staff/sessions.ts'
import { dropLink } from './account.links.ts'
import { anotherAdmin, beyondOwn } from './account.rights.ts'

/** Commands on one account: a new password, ending its sessions, unlocking its login, disabling and enabling it. */
export const accountCommands = (server: Server) => {
  const { db, store, sessions, handle } = server
  const logins = createLogins(db)

  const rowOf = async (id: number) => {
    const row = await db.sql
      .selectFrom('account')
      .innerJoin('profile', 'profile.id', 'account.id')
      .select(['account.id', 'account.version', 'account.roles', 'profile.email'])
      .where('account.id', '=', id)
      .executeTakeFirst()
    if (!row) throw notFound()
    return row
  }

  const about = async (roles: readonly number[], id: number, call: Call<Staff>) => ({
    ...stamp(call),
    beyondOwn: await beyondOwn(db, roles, call.staff),
    self: id === call.staff.account,
  })

  const { send } = commandsOf(server, 'account', ({ id }: { id: number }) => String(id))
  /** The append requires that the version whose roles were judged is still the present one. */
  const asJudged = (id: number, version: number) => ({ stream: `account/${id}`, version })

  handle(account.resetPassword, async ({ password, ...meant }, call) => {
    const { roles, version: judged } = await rowOf(meant.id)
    const hash = await hashPassword(password)
    const event = { type: 'passwordReset' as const, ...(await about(roles, meant.id, call)) }
    return send(meant, call, event, {
      reads: [asJudged(meant.id, judged)],
      writes: async (tx) => {
        await tx.updateTable('profile').set({ password: hash }).where('id', '=', meant.id).execute()
        await dropLink(tx, meant.id)
        await sessions.endOthers(tx, meant.id, undefined, call.now)
      },
    })
  })

  handle(account.unlock, async (meant, call) => {
    const { roles, email, version: judged } = await rowOf(meant.id)
    const event = { type: 'loginUnlocked' as const, ...(await about(roles, meant.id, call)) }
    const answer = await send(meant, call, event, { reads: [asJudged(meant.id, judged)] })
    await logins.unlock({ email, id: meant.id })
    return answer
  })

  handle(account.endSessions, async (meant, call) => {
    const { roles, version: judged } = await rowOf(meant.id)
    const event = { type: 'sessionsEnded' as const, ...(await about(roles, meant.id, call)) }
    return send(meant, call, event, {
      reads: [asJudged(meant.id, judged)],
      // The caller's own session goes on.
      writes: (tx) => sessions.endOthers(tx, meant.id, call.token, call.now),
    })
  })

  handle(account.disable, async (meant, call) => {
    const done = await store.answered(call)
    return (
      done ??
      againWhenTaken(async () => {
        const { roles, version: judged } = await rowOf(meant.id)
        const reads = await anotherAdmin(db, { id: meant.id, roles, status: 'disabled' }, call)
        const event = { type: 'accountDisabled' as const, ...(await about(roles, meant.id, call)), roles }
        return send(meant, call, event, {
          reads: [...reads, asJudged(meant.id, judged)],
          writes: async (tx) => {
            await dropLink(tx, meant.id)
            await sessions.endOthers(tx, meant.id, undefined, call.now)
          },
        })
      })
    )
  })

  handle(account.enable, async (meant, call) => {
    const { roles, version: judged } = await rowOf(meant.id)
    const event = { type: 'accountEnabled' as const, ...(await about(roles, meant.id, call)), roles }
    return send(meant, call, event, { reads: [asJudged(meant.id, judged)] })
  })
}
