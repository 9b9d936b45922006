import { policy } from '../../src/server/policy.ts'
import type { Language } from '../../src/services/user.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const inWords = (ms: number, language: Language) => {
  const [unit, length] = units.find((candidate) => ms >= candidate[1] && ms % candidate[1] === 0) ?? units[2]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(ms / length)
}

/** How long a deadline runs, in words: `claimDue` is as long as the setting `claimTtl`. Undefined where no setting fixes it. */
export const lastingOf = (deadline: string, language: Language): string | undefined => {
  const ms = (policy as Record<string, number>)[deadline.replace(/Due$/, 'Ttl')]
  return ms === undefined ? undefined : inWords(ms, language)
}
