import * as access from '../../services/access.ts'
import type { LoginFailure, LoginType } from '../../services/audit.ts'
import * as user from '../../services/user.ts'
import { badInput } from '../kit/inputIssues.ts'
import { limits } from '../kit/limits.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { createAttemptLimit, AttemptsUsedUp } from '../staff/attemptLimit.ts'
import { type Call, place } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { createDevices } from '../staff/devices.ts'
import { createLogins } from '../staff/loginAttempts.ts'
import { hashPassword, passwordMatches } from '../staff/passwords.ts'
import { staffId } from '../staff/sessions.ts'

const { window, ofPair } = limits.logins

/** Login, logout, and the caller's own profile and password. */
export const sessionHandlers = (server: Server) => {
  const { db, audit, sessions, handle } = server
  const logins = createLogins(db)
  const devices = createDevices(db)
  const tries = createAttemptLimit(db, 'change', { points: ofPair, duration: window / 1000 })

  // The typed e-mail is not stored: for an unknown one it may be any text.
  const note = (type: LoginType, actor: string, call: Call<unknown>, more: { reason?: LoginFailure } = {}) =>
    audit.record({ at: call.now, actor, type, subject: 'login', data: { ...place(call), ...more } })

  handle(user.login, async ({ email, password }, call) => {
    const address = email.toLowerCase()
    const profile = await db.sql
      .selectFrom('profile')
      .innerJoin('account', 'account.id', 'profile.id')
      .select(['profile.id', 'profile.password', 'account.state'])
      .where('profile.email', '=', address)
      .executeTakeFirst()
    const device = await devices.known(profile?.id ?? 0, call.device ?? '', call.now)
    const actor = profile ? staffId(profile.id) : 'anyone'
    const failed = (reason: LoginFailure) => note('loginFailed', actor, call, { reason })
    const succeeded = await logins
      .use({ email: address, address: call.ip, device: device && `${profile?.id} ${device}`, now: call.now })
      .catch(async (error: unknown) => {
        if (error instanceof AttemptsUsedUp && error.isFirst) await failed('throttled')
        throw error
      })
    const right = await passwordMatches(password, profile?.password)
    if (!right || profile?.state !== 'active') {
      await failed(!profile ? 'unknownEmail' : right ? 'disabled' : 'wrongPassword')
      throw new Refused(401, 'errors:badLogin')
    }
    const session = await sessions.begin(profile.id, profile.password, call.now)
    if (!session) {
      await failed('wrongPassword')
      throw new Refused(401, 'errors:badLogin')
    }
    await succeeded()
    const { token, sid } = session
    const cookie = (await devices.remember(profile.id, device, call.now)) ?? call.device!
    call.setCookie('sid', sid)
    call.setCookie('device', cookie, limits.devices.ttl / 1000)
    await note('loggedIn', actor, call)
    return { token }
  })

  handle(user.userInfo, async ({ token }, call) => {
    if (token !== call.token) throw badInput([{ field: 'token', reason: 'token' }], call.language)
    const { staff } = call
    return {
      id: staff.id,
      name: staff.name,
      email: staff.email,
      avatar: staff.avatar,
      introduction: staff.introduction,
      status: 'active',
      setting: staff.setting,
      roles: staff.roles,
      role_id: staff.roleId,
      language: staff.language,
      interfaces: staff.interfaces,
      apps: staff.apps && [...staff.apps],
    }
  })

  handle(user.logout, async (_body, call) => {
    await sessions.end(call.token!, call.now)
    call.setCookie('sid', '')
    await note('loggedOut', call.by, call)
    return {}
  })

  const { create } = commandsOf(server, 'account', (id: string) => id)
  create(user.changePassword, 'passwordChanged', async (body, call) => {
    const { account } = call.staff
    await tries.use(call.by)
    const { password } = await db.sql
      .selectFrom('profile')
      .select('password')
      .where('id', '=', account)
      .executeTakeFirstOrThrow()
    if (!(await passwordMatches(body.old_password, password))) {
      throw badInput([{ field: 'old_password', reason: 'passwordWrong' }], call.language)
    }
    await tries.forget(call.by)
    if (body.new_password === body.old_password) {
      throw badInput([{ field: 'new_password', reason: 'passwordSame' }], call.language)
    }
    const hash = await hashPassword(body.new_password)
    return {
      id: String(account),
      facts: {},
      writes: async (tx) => {
        await tx.updateTable('profile').set({ password: hash }).where('id', '=', account).execute()
        await sessions.endOthers(tx, account, call.token, call.now)
      },
    }
  })

  handle(access.setLanguage, async ({ language }, call) => {
    const { account } = call.staff
    await db.sql.updateTable('profile').set({ language }).where('id', '=', account).execute()
    await audit.record({
      at: call.now,
      actor: call.by,
      type: 'languageSet',
      subject: `account/${account}`,
      data: { language, ...place(call) },
    })
    return { language }
  })
}
