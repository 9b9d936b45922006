import type { Process } from '../process.ts'
import { reviewerHandlers } from './commands.ts'
import { reviewerProjection, reviewGroupProjection } from './projection.ts'
import { reviewQueues } from './queues.ts'

/** Review groups, and the reviewers on duty. */
export const reviewers: Process = {
  heard: { reviewGroup: { by: ['reviewers.list'] }, reviewer: { by: ['approve.list'] } },
  projections: { reviewGroup: reviewGroupProjection, reviewer: reviewerProjection },
  handlers: reviewerHandlers,
  queues: reviewQueues,
}
