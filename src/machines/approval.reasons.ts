/** Reasons that every decision against an application allows. */
const general = [
  'incomeUnclear',
  'documentUnreadable',
  'identityMismatch',
  'contactUnreachable',
  'overIndebted',
  'fraudSuspected',
  'policy',
  'customerAsked',
  'amountTooHigh',
  'other',
] as const

/** The reasons that each decision allows. */
export const reasonsFor = {
  firstRejected: general,
  returned: general,
  finalRejected: general,
  sentBack: ['reviewIncomplete', ...general],
  approvalUndone: ['decidedInError', ...general],
} as const
export type Reasoned = keyof typeof reasonsFor

export const mendFields = [
  'idFront',
  'idBack',
  'handheld',
  'workLicence',
  'incomeProof',
  'bank',
  'contacts',
  'address',
  'employment',
] as const
