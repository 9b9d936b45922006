import { ages } from '../../machines/loan.course.ts'
import { longest } from '../../services/approval.ts'
import type { Client } from '../../services/http.ts'
import {
  appCustomerTypes,
  balanceAges,
  borrowedWithin,
  choices,
  firstInstalments,
  longestText,
  results,
  yesOrNo,
} from '../../services/order.ts'
import { byDays, type FilterField } from '../list/filter.ts'
import { byChannelOf, byProductOf, byRuleSetOf } from '../list/ofChoices.ts'

const ask = (client: Client) => client.call(choices, {})

export const byChannel = byChannelOf(ask)

export const byProduct = byProductOf(ask)

const byDecider = (name: string, label: string): FilterField => ({
  kind: 'choice',
  name,
  label,
  most: longest.reviewer,
  options: async (client) => (await client.call(choices, {})).reviewers.map(({ id, name }) => ({ value: id, name })),
})
export const byFirstReviewer = byDecider('firstReviewer', 'approval:screen.firstReviewer')
export const byFinalReviewer = byDecider('finalReviewer', 'approval:screen.finalReviewer')

export const byAppCustomerType: FilterField = {
  kind: 'choice',
  name: 'appCustomerType',
  label: 'order:appCustomerType',
  options: appCustomerTypes.map((value) => ({ value, words: `approval:customerType.${value}` })),
}

export const byWhiteType: FilterField = {
  kind: 'text',
  name: 'whiteType',
  label: 'order:whiteType',
  most: longestText.whiteType,
}

export const byMachine = byDays('machine', 'approval:screen.machineAt')
export const byFirst = byDays('first', 'order:firstAt')
export const byFinal = byDays('final', 'order:finalAt')
export const bySince = byDays('since', 'order:since')

export const byRuleSet = byRuleSetOf(ask)

const byResult = (stage: 'machine' | 'first' | 'final'): FilterField => ({
  kind: 'choice',
  name: `${stage}Result`,
  label: `order:${stage}Result`,
  options: results.map((value) => ({ value, words: `order:result.${value}` })),
})
export const byMachineResult = byResult('machine')
export const byFirstResult = byResult('first')
export const byFinalResult = byResult('final')

export const byReferred: FilterField = {
  kind: 'choice',
  name: 'referred',
  label: 'order:referred',
  options: yesOrNo.map((value) => ({ value, words: `common:${value}` })),
}

export const paidOut: FilterField = { kind: 'flag', name: 'paidOut', label: 'order:isPaidOut' }
export const bySettled = byDays('settled', 'order:settledAt')
export const byAgain: FilterField = {
  kind: 'choice',
  name: 'again',
  label: 'order:again',
  options: borrowedWithin.map((value) => ({ value, words: `order:${value}` })),
}
export const byBalance = byDays('balance', 'order:balance')
export const byAge: FilterField = {
  kind: 'choice',
  name: 'age',
  label: 'order:ageIs',
  options: balanceAges.map((value) => ({ value, words: `order:age.${value}` })),
}
export const byAgeBefore: FilterField = {
  kind: 'choice',
  name: 'ageBefore',
  label: 'order:ageBefore',
  options: ages.map((value) => ({ value, words: `order:age.${value}` })),
}
export const byFirstInstalment: FilterField = {
  kind: 'choice',
  name: 'firstInstalment',
  label: 'order:firstInstalment',
  options: firstInstalments.map((value) => ({ value, words: `order:first.${value}` })),
}
export const undecided: FilterField = { kind: 'flag', name: 'undecided', label: 'order:undecided' }
