import type { Process } from '../process.ts'
import { reviewerHandlers } from './commands.ts'
import { reviewerProjection, reviewGroupProjection } from './projection.ts'
import { reviewQueues } from './queues.ts'

/** Review groups, and the reviewers on duty. */
export const reviewers: Process = {
  kinds: {
    reviewGroup: { heard: { by: ['reviewers.list'] }, projections: reviewGroupProjection },
    reviewer: { heard: { by: ['approve.list'] }, projections: reviewerProjection },
  },
  handlers: reviewerHandlers,
  queues: reviewQueues,
}
