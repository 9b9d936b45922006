import type { Move } from './approval.moves.ts'

/** From an application to its approval, with one return to the customer. */
export const approvalTour: readonly Move[] = [
  { type: 'submitted', by: 'app', outlook: 'passes' },
  { type: 'machinePassed', by: 'SYS' },
  { type: 'firstClaimed', by: 'reviewer1' },
  { type: 'returned', by: 'reviewer1' },
  { type: 'resubmitted', by: 'app', outlook: 'passes' },
  { type: 'machinePassed', by: 'SYS' },
  { type: 'firstClaimed', by: 'reviewer1' },
  { type: 'firstPassed', by: 'reviewer1' },
  { type: 'finalClaimed', by: 'reviewer2' },
  { type: 'finalPassed', by: 'reviewer2' },
]
