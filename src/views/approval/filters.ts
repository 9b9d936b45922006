import { longest, reviewers, stages } from '../../services/approval.ts'
import { byDays, type FilterField } from '../list/filter.ts'

// A compound state has its own key beside those of its children.
const stateWords = (stage: string) =>
  `approval:state.${stage}${stage.endsWith('Review') && stage !== 'machineReview' ? '._' : ''}`

export const byCustomerType: FilterField = {
  kind: 'choice',
  name: 'customerType',
  label: 'approval:screen.customerType',
  options: ['new', 'old', 'globalOld'].map((value) => ({ value, words: `approval:customerType.${value}` })),
}

export const byApplied = byDays('applied', 'approval:screen.appliedAt')

export const byStage: FilterField = {
  kind: 'choice',
  name: 'stage',
  label: 'approval:screen.state',
  options: stages.map((value) => ({ value, words: stateWords(value) })),
}

export const referred: FilterField = { kind: 'flag', name: 'refer', label: 'approval:screen.referred' }

const byReviewer = (stage: 'first' | 'final'): FilterField => ({
  kind: 'choice',
  name: `${stage}Reviewer`,
  label: `approval:screen.${stage}Reviewer`,
  most: longest.reviewer,
  options: async (client) => {
    const found = await client.call(reviewers, { stage })
    return found.reviewers.map(({ id, name }) => ({ value: id, name }))
  },
})
export const byFirstReviewer = byReviewer('first')
export const byFinalReviewer = byReviewer('final')

export const editWaits: FilterField = { kind: 'flag', name: 'editWaits', label: 'order:edit.waits' }

export const mine: FilterField = { kind: 'flag', name: 'mine', label: 'approval:screen.mine' }
