import { demands } from './invariants.ts'

type Book = { opens: boolean; isRevoked: boolean }

export const apiKeyInvariants = demands<Book, unknown>({
  chart: 'apiKey',
  empty: { opens: false, isRevoked: false },
  forms: { keyFound: ['SYS'], keyMade: ['apiKey.make'], keyRevoked: ['apiKey.revoke (danger)'] },
  tries: ({ isRevoked, opens }) => [
    { type: 'keyFound', ...(isRevoked && { wrong: 'the key is revoked' }) },
    { type: 'keyMade', ...((isRevoked || opens) && { wrong: 'there is such a key' }) },
    { type: 'keyRevoked', ...(!opens && { wrong: 'there is nothing to revoke' }) },
  ],
  after: (book, { event: { type } }) =>
    type === 'keyRevoked' ? { opens: false, isRevoked: true } : { ...book, opens: true },
  wrong: () => [],
  standing: ({ opens, isRevoked }, state) => [
    opens !== (state === 'active') && `a key that ${opens ? 'opens' : 'does not open'} the intake is ${state}`,
    isRevoked !== (state === 'revoked') && `a revoked key is ${state}`,
  ],
  asksFor: {},
  waits: () => ({}),
  ends: ['revoked'],
})
