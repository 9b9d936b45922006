import type { VerifyCodeEvent } from '../../src/machines/verifyCode.ts'

export const ttl = 600_000

/** The data of each event, without `by` and `at`. */
export const verifyCodeFacts = {
  codeIssued: { lead: 'person-1', seller: 'telemarketer', ttl, mostTries: 5 },
  codeMistried: {},
  codeLocked: {},
  codeUsed: {},
  codeVoided: {},
  codeExpired: {},
} as const satisfies Record<VerifyCodeEvent['type'], object>
