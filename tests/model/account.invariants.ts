import { demands, type Done, type Try } from './invariants.ts'

type Facts = { linkUntil?: number; passwordSet?: true }

type Book = {
  /** Until when the one-time link sets a password; null when there is none. */
  link: number | null
  mayLogIn: boolean
}

const hour = 3_600_000

/** What an administrator does to an account: never beyond what they hold themselves. */
const within = (event: Try): Try[] => [
  { ...event, beyondOwn: [], self: false },
  { ...event, beyondOwn: ['approve.undo'], self: false, wrong: 'the account may do more than who changes it' },
]
/** What nobody does to their own account either. */
const toOthers = (event: Try): Try[] => [
  ...within(event),
  { ...event, beyondOwn: [], self: true, wrong: 'it is their own account' },
]

const tries = ({ link }: Book, state: string, at: number): Try[] => {
  const roles = { roles: [3] }
  const used = { type: 'linkUsed' }
  return [
    ...within({ type: 'accountOpened', ...roles }),
    ...within({ type: 'accountOpened', ...roles, linkUntil: at + hour }),
    ...within({ type: 'accountEdited', ...roles }),
    ...within({ type: 'accountEdited', ...roles, passwordSet: true }),
    ...within({ type: 'loginUnlocked' }),
    ...within({ type: 'sessionsEnded' }),
    ...toOthers({ type: 'linkIssued', linkUntil: at + hour }),
    ...toOthers({ type: 'passwordReset' }),
    ...toOthers({ type: 'accountDisabled', ...roles }),
    ...toOthers({ type: 'accountEnabled', ...roles }),
    link === null ? { ...used, wrong: 'there is no link' } : used,
    ...(link === null ? [] : [{ ...used, at: link, wrong: 'the link expired' }]),
    { type: 'passwordChanged', ...(state === 'disabled' && { wrong: 'the account is disabled' }) },
  ]
}

const after = (book: Book, { event }: Done<Facts>): Book => {
  switch (event.type) {
    case 'accountOpened':
      return { link: event.linkUntil ?? null, mayLogIn: true }
    case 'linkIssued':
      return { ...book, link: event.linkUntil! }
    case 'linkUsed':
    case 'passwordReset':
    case 'passwordChanged':
      return { ...book, link: null }
    case 'accountEdited':
      return event.passwordSet ? { ...book, link: null } : book
    case 'accountDisabled':
      return { link: null, mayLogIn: false }
    case 'accountEnabled':
      return { ...book, mayLogIn: true }
    default:
      return book
  }
}

export const accountInvariants = demands<Book, Facts>({
  chart: 'account',
  empty: { link: null, mayLogIn: false },
  forms: {
    accountOpened: ['power.userEdit'],
    accountEdited: ['power.userEdit'],
    linkIssued: ['power.userEdit (danger)'],
    linkUsed: ['user.useLink'],
    passwordReset: ['power.userEdit (danger)'],
    passwordChanged: ['user.changePassword'],
    loginUnlocked: ['power.userEdit'],
    sessionsEnded: ['power.userEdit (danger)'],
    accountDisabled: ['power.userEdit (danger)'],
    accountEnabled: ['power.userEdit'],
  },
  tries,
  after,
  wrong: ({ link }, { event: { type, at } }) => [
    type === 'linkUsed' && (link === null || at >= link) && 'a link that is gone set a password',
  ],
  standing: ({ link, mayLogIn }, state) => [
    mayLogIn !== (state === 'active') && `somebody ${mayLogIn ? 'may' : 'may not'} log in, and is ${state}`,
    link !== null && state !== 'active' && `a link is open in ${state}`,
  ],
  asksFor: {},
  waits: () => ({}),
  ends: [],
})
