import type { Account, AccountEvent } from '../../src/machines/account.ts'
import { accountMachine } from '../../src/machines/account.ts'
import { usualStaffTimes } from '../../src/machines/staffRules.ts'
import { interfacesOf, type Model, placeOf, type Standing, transitionOf } from './model.ts'

export type Move = { type: AccountEvent['type']; by: string }

/** The account's owner. */
export const owner = 'owner'

const about = { beyondOwn: [], self: false }
// The role ids of the two reviewers in the simulated lender.
const [one, both] = [[3], [3, 4]]

const factsAt = ({ roles }: Account, at: number) => {
  const linkUntil = at + usualStaffTimes.linkTtl
  return {
    accountOpened: { ...about, roles: one, linkUntil },
    accountEdited: { ...about, roles: roles.length === 1 ? both : one },
    accountDisabled: { ...about, roles },
    accountEnabled: { ...about, roles },
    linkIssued: { ...about, linkUntil },
    linkUsed: {},
    passwordReset: about,
    passwordChanged: {},
    sessionsEnded: about,
    loginUnlocked: about,
  } satisfies Record<AccountEvent['type'], object>
}

const choosing: Move['type'][] = ['linkUsed', 'passwordReset', 'passwordChanged']

/** Whether the owner has a password, and could log in to an active account. Issuing a link removes the password. */
const hasPassword = ({ path }: Pick<Standing<Move>, 'path'>) => {
  const last = path.findLast(({ type }) => type === 'linkIssued' || choosing.includes(type))
  return last !== undefined && choosing.includes(last.type)
}

export const accountModel: Model<Move, Account> = {
  name: 'account',
  machine: accountMachine,
  interfaces: interfacesOf(accountMachine),
  moves: [
    { type: 'accountOpened', by: 'admin' },
    { type: 'linkUsed', by: owner },
    { type: 'accountEdited', by: 'admin' },
    { type: 'linkIssued', by: 'admin' },
    { type: 'passwordReset', by: 'admin' },
    { type: 'passwordChanged', by: owner },
    { type: 'sessionsEnded', by: 'admin' },
    { type: 'loginUnlocked', by: 'admin' },
    { type: 'accountDisabled', by: 'admin' },
    { type: 'accountEnabled', by: 'admin' },
  ],
  factOf: ({ type, by }, { state: { context } }, at, id) => ({ type, by: id(by), at, ...factsAt(context, at)[type] }),
  // Without a password there is no session, so none can change the password or be ended.
  happens: (standing, { type }) => !['passwordChanged', 'sessionsEnded'].includes(type) || hasPassword(standing),
  // Of the context, a guard reads only whether a link is open.
  keyOf: (standing) => `${placeOf(standing)} ${standing.state.context.linkUntil !== null} ${hasPassword(standing)}`,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
