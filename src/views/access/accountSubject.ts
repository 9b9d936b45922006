import { accountMachine } from '../../machines/account.ts'
import { type Account, commands } from '../../services/account.ts'
import type { Process, Subject } from '../detail/command/subject.ts'

const accounts: Process = { machine: accountMachine, words: 'account', commands }

/** An account as the subject of unlocking, ending sessions, disabling and enabling. */
export const accountSubject = ({ id, version, name, email, status, roles, linkUntil, sessions }: Account): Subject => ({
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
  about: (_event, { number }) => ({
    'access:email': email,
    'access:roles': roles.map((role) => role.name).join(', '),
    'access:sessions': number(sessions),
  }),
})

/** The commands that would change the account; nobody can disable their own. */
export const offeredOn = ({ locked, sessions }: Account, isOwn: boolean): string[] => [
  ...(locked ? ['loginUnlocked'] : []),
  ...(sessions > 0 ? ['sessionsEnded'] : []),
  ...(isOwn ? [] : ['accountDisabled', 'accountEnabled']),
]
