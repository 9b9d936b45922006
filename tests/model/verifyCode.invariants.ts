import { demands } from './invariants.ts'

type Facts = { seller: string; ttl: number; mostTries: number }
type Book = { issuer: string; expiresAt: number; tries: number }

const mostTries = 5
const issued = { type: 'codeIssued', lead: 'person-1', seller: 'first', ttl: 600_000, mostTries }

export const verifyCodeInvariants = demands<Book, Facts>({
  chart: 'verifyCode',
  empty: { issuer: '', expiresAt: 0, tries: 0 },
  forms: {
    codeIssued: ['verifyCode.issue'],
    codeUsed: ['SYS (success)'],
    codeMistried: ['SYS'],
    codeLocked: ['SYS'],
    codeVoided: ['verifyCode.issue'],
    codeExpired: ['SYS'],
  },
  tries: ({ tries, expiresAt }) => [
    issued,
    { ...issued, by: 'second', wrong: 'the lead is another seller’s' },
    { type: 'codeUsed' },
    { type: 'codeUsed', at: expiresAt, wrong: 'the time is over' },
    { type: 'codeMistried', ...(tries === mostTries - 1 && { wrong: 'no try is left' }) },
    { type: 'codeMistried', at: expiresAt, wrong: 'the time is over' },
    { type: 'codeLocked', ...(tries < mostTries - 1 && { wrong: 'tries are left' }) },
    { type: 'codeVoided' },
  ],
  after: (book, { event: { type, by, at, ttl } }) => {
    if (type === 'codeIssued') return { ...book, issuer: by, expiresAt: at + ttl }
    return type === 'codeMistried' || type === 'codeLocked' ? { ...book, tries: book.tries + 1 } : book
  },
  wrong: ({ issuer }, { event: { type, by } }) => [
    type === 'codeVoided' && by !== issuer && 'somebody else voids the code',
  ],
  standing: ({ tries }, state) => [tries === mostTries && state !== 'voided' && `after the last try it is ${state}`],
  asksFor: {},
  waits: ({ expiresAt }, state): Record<string, number> => (state === 'issued' ? { codeExpired: expiresAt } : {}),
  ends: ['new', 'used', 'expired', 'voided'],
})
