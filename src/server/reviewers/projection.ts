import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { Reviewer } from '../../machines/reviewer.ts'
import type { ReviewGroup } from '../../machines/reviewGroup.ts'
import type { Projection } from '../store/projection.ts'

const numberOf = (stream: string) => Number(idOf(stream))

const groupRow = (stream: string, { version, value, context }: State<ReviewGroup>) => ({
  id: numberOf(stream),
  version,
  state: stateName(value),
  name: context.name,
  apps: context.apps,
  app_grouping: context.appGrouping,
  stages: context.stages,
  capacity: context.capacity,
  shifts: context.shifts,
  members: context.members,
})

const reviewerRow = (stream: string, { version, value, context }: State<Reviewer>) => ({
  id: numberOf(stream),
  version,
  state: stateName(value),
  since: context.since,
  weight: context.weight,
})

export type ReviewerRow = ReturnType<typeof reviewerRow>

declare module '../db/tables.ts' {
  interface Tables {
    review_group: ReturnType<typeof groupRow>
    reviewer: ReviewerRow
  }
}

export const reviewGroupProjection: Projection = { table: 'review_group', key: 'id', row: groupRow }
export const reviewerProjection: Projection = { table: 'reviewer', key: 'id', row: reviewerRow }
