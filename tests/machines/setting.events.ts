import type { ApiKeyEvent } from '../../src/machines/apiKey.ts'
import type { Rate, SettingEvent } from '../../src/machines/setting.facts.ts'

/** 10 March 2026, noon in Jakarta. */
export const noon = Date.UTC(2026, 2, 10, 5)

export const rate: Rate = {
  from: '2026-03-11',
  every: 30,
  interest: 30,
  earlyFee: 20,
  lateFee: 30,
  lateFrom: 8,
  feeDays: 90,
  cap: 10_000,
}

/** The data of each event, without `by` and `at`. */
export const settingFacts = {
  settingFound: { kind: 'app', code: 'DK', inForce: [{ name: 'DanaKios' }] },
  settingProposed: { kind: 'app', code: 'DK', values: { name: 'DanaKios' }, reason: 'Another name' },
  settingConfirmed: {},
  settingRefused: { reason: 'There is such an app already' },
  settingTakenBack: {},
} as const satisfies Record<SettingEvent['type'], object>

export const apiKeyFacts = {
  keyFound: {},
  keyMade: {},
  keyRevoked: {},
} as const satisfies Record<ApiKeyEvent['type'], object>
