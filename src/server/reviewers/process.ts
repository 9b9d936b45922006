import type { Process } from '../process.ts'
import { reviewerHandlers } from './commands.ts'
import { reviewerProjection, reviewGroupProjection } from './projection.ts'

/** Who reviews, in which groups, and what is given to whom. */
export const reviewers: Process = {
  heard: { reviewGroup: { by: ['reviewers.list'] }, reviewer: { by: ['approve.list'] } },
  projections: { reviewGroup: reviewGroupProjection, reviewer: reviewerProjection },
  handlers: reviewerHandlers,
}
