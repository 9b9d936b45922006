import { getApps } from '../../services/access.ts'
import { longest, orderNoPart, reviewers, stages } from '../../services/approval.ts'
import { byDays, type FilterField } from '../list/filter.ts'

// A compound state has its own key beside those of its children.
const stateWords = (stage: string) =>
  `approval:state.${stage}${stage.endsWith('Review') && stage !== 'machineReview' ? '._' : ''}`

export const byOrderNo: FilterField = {
  kind: 'text',
  name: 'orderNo',
  label: 'approval:screen.orderNo',
  least: orderNoPart,
  most: longest.orderNo,
}
export const byPhone: FilterField = {
  kind: 'text',
  name: 'phone',
  label: 'approval:screen.phone',
  most: longest.phone,
  secret: true,
  inputMode: 'tel',
}
export const byNik: FilterField = {
  kind: 'text',
  name: 'nik',
  label: 'approval:screen.nik',
  most: longest.nik,
  secret: true,
  inputMode: 'numeric',
}

export const byApp: FilterField = {
  kind: 'choice',
  name: 'app',
  label: 'approval:screen.app',
  most: longest.app,
  options: async (client) => {
    const { apps } = await client.call(getApps, {})
    return apps.map(({ code, name }) => ({ value: code, name }))
  },
}

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
