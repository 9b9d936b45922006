import type { figureColumns } from '../../services/recovery.columns.ts'

type Shown = readonly (keyof typeof figureColumns)[]

const worked = ['workable', 'attempted', 'coverage', 'attempts', 'intensity', 'reached', 'rightParty'] as const
const measuredWork = [
  'workable',
  'attempted',
  'attempts',
  'intensity',
  'reached',
  'rightParty',
  'rightPartyTarget',
  'promises',
  'promiseRate',
  'promiseTarget',
  'judged',
  'kept',
  'keptRate',
  'keptTarget',
  'keptAmount',
] as const
const came = ['recovered', 'principal', 'fee'] as const
const cohort = ['balance', 'cohort', 'recoveryRate', 'targetRate'] as const

/** The columns of a day's figures, in their order. */
export const dayShown: Shown = [
  'name',
  // The day beside its work.
  'dayOver',
  'coverage',
  'coverageTarget',
  'targetMet',
  'opening',
  'given',
  'taken',
  ...measuredWork,
  ...came,
  ...cohort,
  'cured',
  'cureRate',
  'cureTarget',
  'rollRate',
  'rollTarget',
  'minutes',
  'productivity',
  'productivityTarget',
  'complaints',
]
export const changeShown: Shown = [
  'name',
  'unfinished',
  'workable',
  'attempted',
  'coverage',
  'promises',
  ...came,
  'cured',
]
export const agencyShown: Shown = [
  'name',
  'placed',
  'recalled',
  'placedBalance',
  'placedRecovered',
  'placementRate',
  ...came,
  'commission',
  'clawback',
  'complaints',
  ...worked,
]
export const placeShown: Shown = [
  'name',
  'given',
  'balance',
  'cohort',
  'recoveryRate',
  'recovered',
  'self',
  'principal',
  'fee',
]
