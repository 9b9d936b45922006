import { targetShares } from '../machines/collectionGroup.ts'
import type { CollectionGroup } from './collectionGroup.ts'
import { day, each, type InWords, type ListColumns, money, number, text, word } from './columns.ts'

/** Formats the days and hours in which a group receives cases. */
export const shiftText = (
  { days, opens, closes }: Pick<CollectionGroup, 'days' | 'opens' | 'closes'>,
  inWords: InWords,
) => (days.length > 0 ? `${each(days, 'reviewers:weekday', inWords)} ${opens}–${closes}` : inWords('reviewers:always'))

const percent = (share: number) => share / 100

/** The shares that a group is to reach in one line; '' without any. */
const targetText = (targets: CollectionGroup['targetsNow'], inWords: InWords) =>
  targets
    ? targetShares
        .flatMap((name) =>
          targets[name] > 0 ? [`${inWords(`recovery:rate.${name}`)} ${percent(targets[name])} %`] : [],
        )
        .join(' · ')
    : ''

export const collectionGroupColumns = {
  name: text('collectionGroup:ask.name', (one) => one.name),
  company: text(
    'collectionGroup:screen.employer',
    (one, inWords) => one.company || inWords('collectionGroup:employer.own'),
  ),
  state: word('collectionGroup:screen.state', (one) => `collectionGroup:state.${one.state}`),
  kind: word('collectionGroup:screen.kind', (one) => `collectionGroup:kind.${one.kind}`),
  apps: text('collectionGroup:ask.apps', (one, inWords) =>
    one.apps.length > 0 ? one.apps.join(', ') : inWords('reviewers:allApps'),
  ),
  stages: text('collectionGroup:ask.stages', (one, inWords) => each(one.stages, 'recoveryCase:stage', inWords)),
  shift: text('collectionGroup:screen.shift', shiftText),
  capacity: number('collectionGroup:ask.capacity', (one) => one.capacity),
  members: number('collectionGroup:screen.members', (one) => one.members),
  held: number('collectionGroup:screen.held', (one) => one.held),
  commission: number('collectionGroup:screen.commission', (one) => percent(one.commission)),
  target: number('collectionGroup:screen.target', (one) => percent(one.target)),
  targetsNow: text('collectionGroup:screen.targetsNow', (one, inWords) => targetText(one.targetsNow, inWords)),
  productivityTarget: money('recovery:rate.productivityTarget', (one) => one.targetsNow?.productivity || null),
  targetsFrom: day('collectionGroup:screen.targetsFrom', (one) => one.targetsAhead?.from ?? null),
  targetsAhead: text('collectionGroup:screen.targetsAhead', (one, inWords) => targetText(one.targetsAhead, inWords)),
} satisfies ListColumns<CollectionGroup>
