import type { Account, AccountEvent } from '../../src/machines/account.ts'
import { accountMachine } from '../../src/machines/account.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

type Move = { type: AccountEvent['type']; by: string }

const day = 24 * 60 * 60_000
const about = { beyondOwn: [], self: false }
const saved = { ...about, roles: [1] }
const factsAt = (at: number) =>
  ({
    accountOpened: { ...saved, linkUntil: at + day },
    accountEdited: saved,
    accountDisabled: saved,
    accountEnabled: saved,
    linkIssued: { ...about, linkUntil: at + day },
    linkUsed: {},
    passwordReset: about,
    passwordChanged: {},
    sessionsEnded: about,
    loginUnlocked: about,
  }) satisfies Record<AccountEvent['type'], object>

export const accountModel: Model<Move, Account> = {
  name: 'account',
  machine: accountMachine,
  interfaces: interfacesOf(accountMachine),
  moves: [
    { type: 'accountOpened', by: 'admin' },
    { type: 'linkUsed', by: 'reviewer1' },
    { type: 'accountEdited', by: 'admin' },
    { type: 'linkIssued', by: 'admin' },
    { type: 'passwordReset', by: 'admin' },
    { type: 'passwordChanged', by: 'reviewer1' },
    { type: 'sessionsEnded', by: 'admin' },
    { type: 'loginUnlocked', by: 'admin' },
    { type: 'accountDisabled', by: 'admin' },
    { type: 'accountEnabled', by: 'admin' },
  ],
  factOf: ({ type, by }, _, at, id) => ({ type, by: id(by), at, ...factsAt(at)[type] }),
  happens: () => true,
  // Of what the account has in it a rule reads only whether a link is out.
  keyOf: (standing) => `${placeOf(standing)} ${standing.state.context.linkUntil !== null}`,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
