import * as power from '../services/power.ts'
import * as user from '../services/user.ts'
import { origin, stamp } from './call.ts'
import { badInput } from './issues.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { Refused } from './refused.ts'
import type { Server } from './server.ts'
import { staffId } from './sessions.ts'
import { createThrottle } from './throttle.ts'

// Ten tries in a quarter of an hour for one e-mail; more from one address, behind which a whole office may sit.
const duration = 15 * 60

/** Logging in and out, and one's own profile and password. */
export const userHandlers = ({ db, store, audit, sessions, handle }: Server) => {
  const tries = createThrottle(db, 'login', { points: 10, duration })
  const triesFrom = createThrottle(db, 'address', { points: 200, duration })

  handle(user.login, async ({ email, password }, call) => {
    const address = email.toLowerCase()
    await triesFrom.use(call.ip)
    await tries.use(address)
    const profile = await db.sql
      .selectFrom('profile')
      .innerJoin('account', 'account.id', 'profile.id')
      .select(['profile.id', 'profile.password', 'account.state'])
      .where('profile.email', '=', address)
      .executeTakeFirst()
    const right = await passwordMatches(password, profile?.password)
    const actor = profile ? staffId(profile.id) : 'anyone'
    if (!right || profile?.state !== 'active') {
      await audit.record({ at: call.now, actor, type: 'loginFailed', subject: 'login', data: { ip: call.ip } })
      throw new Refused(401, 'errors:badLogin')
    }
    await tries.forget(address)
    const { token, sid } = await sessions.begin(profile.id, call.now)
    call.setCookie('sid', sid)
    await audit.record({ at: call.now, actor, type: 'loggedIn', subject: 'login', data: { ip: call.ip } })
    return { token }
  })

  handle(user.userInfo, async ({ token }, call) => {
    if (token !== call.token) throw badInput([{ field: 'token', reason: 'token' }], call.language)
    const { staff } = call
    return {
      id: staff.id,
      name: staff.name,
      avatar: staff.avatar,
      introduction: staff.introduction,
      status: 'active',
      setting: staff.setting,
      roles: staff.roles,
      role_id: staff.roleId,
      language: staff.language,
      interfaces: staff.interfaces,
    }
  })

  handle(user.logout, async (_body, call) => {
    await sessions.end(call.token!, call.now)
    call.setCookie('sid', '')
    await audit.record({ at: call.now, actor: call.by, type: 'loggedOut', subject: 'login', data: { ip: call.ip } })
    return {}
  })

  handle(user.changePassword, async (body, call) => {
    const done = await store.answered(call)
    if (done) return done
    await tries.use(call.by)
    const { password } = await db.sql
      .selectFrom('profile')
      .select('password')
      .where('id', '=', call.staff.account)
      .executeTakeFirstOrThrow()
    if (!(await passwordMatches(body.old_password, password))) {
      throw badInput([{ field: 'old_password', reason: 'passwordWrong' }], call.language)
    }
    if (body.new_password === body.old_password) {
      throw badInput([{ field: 'new_password', reason: 'passwordSame' }], call.language)
    }
    const hash = await hashPassword(body.new_password)
    return store.send({
      stream: `account/${call.staff.account}`,
      event: { type: 'passwordChanged', ...stamp(call) },
      ...origin(call),
      writes: async (tx) => {
        await tx.updateTable('profile').set({ password: hash }).where('id', '=', call.staff.account).execute()
        await sessions.endOthers(tx, call.staff.account, call.token, call.now)
      },
    })
  })

  handle(power.setLanguage, async ({ language }, call) => {
    await db.sql.updateTable('profile').set({ language }).where('id', '=', call.staff.account).execute()
    return { language }
  })
}
