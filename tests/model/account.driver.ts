import type { Account, AccountEvent } from '../../src/machines/account.ts'
import { limits } from '../../src/server/kit/limits.ts'
import * as account from '../../src/services/account.ts'
import * as user from '../../src/services/user.ts'
import type { Caller, TestApp } from '../kit/app.ts'
import { accountModel, type Move, owner } from './account.moves.ts'
import type { Driver, Process } from './office.ts'

let nth = 0

/** An owner's credentials: the issued link's token, the present password, and the next one. */
export type Keys = { login: string; token: string; password: string; next: string }

/** Invited accounts; a session is opened before each step that must end it. */
export const accountProcess = (): Process<Move, Account> & { keys: () => Keys } => {
  let app: TestApp
  let id = 0
  let keys: Keys
  let session: Caller | undefined

  const logIn = () => app.loginWith(keys.login, keys.password).catch(() => undefined)
  const emailOf = ({ login }: Keys) => `${login}@demo.example`

  const driver: Driver<Move, Account> = {
    begin: async (opened) => {
      app = opened
      nth += 1
      keys = { login: `newcomer${nth}`, token: '', password: '', next: 'a-first-password' }
      return new Map([[owner, keys.login]])
    },
    ask: async ({ type }, { version, stream, fact }) => {
      const { roles } = fact() as AccountEvent & { roles: number[] }
      const { login: name, token, password: old_password, next } = keys
      const who = { name, email: emailOf(keys), roles }
      // The call always opens another account, so it cannot be repeated on this one.
      if (type === 'accountOpened') return stream ? undefined : { endpoint: account.invite, body: who }
      if (!stream) return undefined
      switch (type) {
        case 'accountEdited':
          return { endpoint: user.powerUserEdit, body: { id, ...who } }
        case 'linkIssued':
          return { endpoint: account.issueLink, body: { id, version } }
        case 'linkUsed':
          return { endpoint: account.takeLink, body: { token, new_password: next }, as: async () => app.nobody }
        case 'passwordReset':
          return { endpoint: account.resetPassword, body: { id, version, password: next } }
        case 'passwordChanged':
          return {
            endpoint: user.changePassword,
            body: { old_password, new_password: next },
            as: async () => (await logIn()) ?? app.nobody,
          }
        default:
          return { endpoint: account.commands[type], body: { id, version } }
      }
    },
    before: async ({ type }) => {
      session = endsSessions.has(type) ? await logIn() : undefined
      if (type !== 'loginUnlocked') return
      for (let tries = 0; tries < limits.logins.ofPair; tries += 1)
        await app.nobody.call(user.login, { email: emailOf(keys), password: 'not-the-password' })
    },
    learn: async ({ type }, _, answered) => {
      const { stream, token } = answered as { stream?: string; token?: string }
      if (stream) id = Number(stream.slice('account/'.length))
      if (token) keys.token = token
      if (setsPassword.has(type)) keys = { ...keys, password: keys.next, next: `${keys.next}-and-on` }
      const isOpen = session && (await session.call(user.userInfo, { token: session.token })).code === 0
      if (isOpen) throw new Error(`${type} leaves a session open`)
    },
  }
  return { model: accountModel, driver, keys: () => keys }
}

const endsSessions = new Set<Move['type']>(['sessionsEnded', 'passwordReset', 'linkIssued', 'accountDisabled'])
const setsPassword = new Set<Move['type']>(['linkUsed', 'passwordReset', 'passwordChanged'])
