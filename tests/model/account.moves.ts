import type { Account, AccountEvent } from '../../src/machines/account.ts'
import { accountMachine } from '../../src/machines/account.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

type Move = { type: AccountEvent['type']; by: string }

const roles = [1]

export const accountModel: Model<Move, Account> = {
  name: 'account',
  machine: accountMachine,
  interfaces: interfacesOf(accountMachine),
  moves: [
    { type: 'accountOpened', by: 'admin' },
    { type: 'accountEdited', by: 'admin' },
    { type: 'passwordChanged', by: 'reviewer1' },
    { type: 'accountDisabled', by: 'admin' },
    { type: 'accountEnabled', by: 'admin' },
  ],
  factOf: ({ type, by }, _, at, id): AccountEvent =>
    type === 'passwordChanged' ? { type, by: id(by), at } : { type, by: id(by), at, roles, beyondOwn: [], self: false },
  happens: () => true,
  // No rule reads what the account has in it.
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
