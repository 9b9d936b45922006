import type { Format } from '../shared/format.ts'

/** Why a message was not sent, or would not be, in words. */
export const reasonWords = (t: Format['t'], reason: string, missing: readonly string[]): string =>
  t(`message:reason.${reason}`, { variables: missing.map((name) => t(`smsTemplate:variable.${name}`)).join(', ') })
