export const reasonCodes = [
  'incomeUnclear',
  'documentUnreadable',
  'identityMismatch',
  'contactUnreachable',
  'overIndebted',
  'fraudSuspected',
  'policy',
  'customerAsked',
  'amountTooHigh',
  'reviewIncomplete',
  'decidedInError',
  'other',
] as const

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
