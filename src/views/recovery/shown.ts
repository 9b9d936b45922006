import type { figureColumns } from '../../services/recovery.columns.ts'

type Shown = readonly (keyof typeof figureColumns)[]

const worked = ['workable', 'attempted', 'coverage', 'attempts', 'intensity', 'reached', 'rightParty'] as const
const promiseFigures = ['promises', 'promiseRate', 'judged', 'kept', 'keptRate', 'keptAmount'] as const
const came = ['recovered', 'principal', 'fee'] as const
const cohort = ['balance', 'cohort', 'recoveryRate', 'targetRate'] as const

/** The columns of a day's figures, in their order. */
export const dayShown: Shown = [
  'name',
  'opening',
  'given',
  'taken',
  ...worked,
  ...promiseFigures,
  ...came,
  ...cohort,
  'cured',
  'cureRate',
  'rollRate',
  'minutes',
  'productivity',
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
