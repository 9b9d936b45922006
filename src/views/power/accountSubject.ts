import { accountMachine } from '../../machines/account.ts'
import { type Account, commands } from '../../services/account.ts'
import type { Process, Subject } from '../detail/subject.ts'

const accounts: Process = { machine: accountMachine, words: 'account', commands }

/** An account, to unlock it, end its sessions, switch it off or on. */
export const accountSubject = ({ id, version, name, status, roles, linkUntil }: Account): Subject => ({
  process: accounts,
  stream: `account/${id}`,
  name,
  body: { id },
  state: {
    version,
    value: status,
    context: { roles: roles.map((role) => role.id), passwordChangedAt: null, linkUntil },
    armed: {},
  },
})

/** What can be done to it that would change anything; nobody switches themselves off. */
export const offeredOn = ({ locked, sessions }: Account, isOwn: boolean): string[] => [
  ...(locked ? ['loginUnlocked'] : []),
  ...(sessions > 0 ? ['sessionsEnded'] : []),
  ...(isOwn ? [] : ['accountDisabled', 'accountEnabled']),
]
