import { firstVersion } from '../../src/machines/rules.first.ts'
import * as access from '../../src/services/access.ts'
import * as account from '../../src/services/account.ts'
import * as apiKey from '../../src/services/apiKey.ts'
import * as approval from '../../src/services/approval.ts'
import * as backtest from '../../src/services/backtest.ts'
import * as collectionGroup from '../../src/services/collectionGroup.ts'
import * as collector from '../../src/services/collector.ts'
import * as contact from '../../src/services/contact.ts'
import * as jobs from '../../src/services/jobs.ts'
import * as lead from '../../src/services/lead.ts'
import * as leadImport from '../../src/services/leadImport.ts'
import * as loan from '../../src/services/loan.lists.ts'
import * as message from '../../src/services/message.ts'
import * as order from '../../src/services/order.ts'
import * as payout from '../../src/services/payout.ts'
import * as placement from '../../src/services/placement.ts'
import * as quality from '../../src/services/quality.ts'
import * as recoveryCase from '../../src/services/recoveryCase.ts'
import * as reminder from '../../src/services/reminder.ts'
import * as reportPlan from '../../src/services/reportPlan.ts'
import * as reviewers from '../../src/services/reviewers.ts'
import * as risk from '../../src/services/risk.ts'
import * as secondPerson from '../../src/services/secondPerson.ts'
import * as setting from '../../src/services/setting.ts'
import * as smsBatch from '../../src/services/smsBatch.ts'
import * as smsTemplate from '../../src/services/smsTemplate.ts'
import * as statement from '../../src/services/statement.ts'
import * as verifyCode from '../../src/services/verifyCode.ts'
import * as visitor from '../../src/services/visitor.ts'
import * as withdrawal from '../../src/services/withdrawal.ts'
import type { Caller, TestApp } from '../kit/app.ts'

type Row = Record<string, unknown>
/** The rows of a list, which `by` reads. `key` is an instance's id in its row: a column, or made of several. */
type List = {
  by: string
  key: string | ((row: Row) => string)
  rows: (who: Caller, id: string) => Promise<readonly Row[]>
}

/** The id of the record of a member of staff. */
const ofStaff = ({ id }: Row) => String(id).slice('staff/'.length)

/** Each chart's list, as a person sees it; jobs are listed to who asked for them. */
const lists: Record<string, List> = {
  account: { by: 'admin', key: 'id', rows: async (who) => (await who.data(account.list, { limit: 200 })).rows },
  apiKey: { by: 'admin', key: 'name', rows: async (who) => (await who.data(apiKey.list, {})).keys },
  approval: {
    by: 'approve',
    key: 'orderNo',
    rows: async (who, orderNo) => (await who.data(approval.list, { list: 'all', orderNo })).rows,
  },
  backtest: {
    by: 'risk',
    key: 'id',
    rows: async (who) => (await who.data(backtest.list, { ruleSet: firstVersion })).backtests,
  },
  bankStatement: { by: 'finance', key: 'id', rows: async (who) => (await who.data(statement.files, {})).files },
  bulk: { by: 'reviewLead', key: 'id', rows: async (who) => (await who.data(jobs.bulksOf, {})).bulks },
  collectionGroup: {
    by: 'collectionLead',
    key: 'id',
    rows: async (who) => (await who.data(collectionGroup.list, { limit: 200 })).rows,
  },
  collector: {
    by: 'collectionLead',
    key: ofStaff,
    rows: async (who) => (await who.data(collector.list, { limit: 200 })).rows,
  },
  contact: { by: 'support', key: 'id', rows: async (who) => (await who.data(contact.list, { limit: 200 })).rows },
  customerEdit: { by: 'reviewLead', key: 'id', rows: async (who) => (await who.data(secondPerson.list, {})).rows },
  export: { by: 'finance', key: 'id', rows: async (who) => (await who.data(jobs.exportsOf, {})).exports },
  lead: { by: 'telemarketingLead', key: 'id', rows: async (who) => (await who.data(lead.list, { limit: 200 })).rows },
  leadImport: {
    by: 'telemarketingLead',
    key: 'id',
    rows: async (who) => (await who.data(leadImport.list, {})).imports,
  },
  // The last instalment's.
  loan: {
    by: 'finance',
    key: 'orderNo',
    rows: async (who, orderNo) => (await who.data(loan.plan, { orderNo, sort: '-due' })).rows,
  },
  message: { by: 'support', key: 'id', rows: async (who) => (await who.data(message.list, { limit: 200 })).rows },
  orderSheet: { by: 'support', key: 'id', rows: async (who) => (await who.data(order.sheetsOf, {})).sheets },
  payout: {
    by: 'finance',
    key: 'orderNo',
    rows: async (who, orderNo) => (await who.data(payout.list, { list: 'all', orderNo })).rows,
  },
  placement: {
    by: 'collectionLead',
    key: 'orderNo',
    rows: async (who, orderNo) => (await who.data(placement.list, { orderNo })).rows,
  },
  quality: {
    by: 'qualityChecker',
    key: 'id',
    rows: async (who) => (await who.data(quality.list, { limit: 200 })).rows,
  },
  recoveryCase: {
    by: 'collectionLead',
    key: 'orderNo',
    rows: async (who, orderNo) => (await who.data(recoveryCase.list, { orderNo })).rows,
  },
  reminder: {
    by: 'collectionLead',
    key: 'id',
    rows: async (who) => (await who.data(reminder.list, { limit: 200 })).rows,
  },
  reportPlan: { by: 'analyst', key: 'id', rows: async (who) => (await who.data(reportPlan.list, { limit: 200 })).rows },
  reviewer: {
    by: 'reviewLead',
    key: ofStaff,
    rows: async (who) => (await who.data(reviewers.list, { period: 'today' })).reviewers,
  },
  reviewGroup: { by: 'reviewLead', key: 'id', rows: async (who) => (await who.data(reviewers.groups, {})).groups },
  role: { by: 'admin', key: 'id', rows: async (who) => (await who.data(access.holdings, {})).roles },
  ruleSet: { by: 'risk', key: 'number', rows: async (who) => (await who.data(risk.versions, {})).versions },
  setting: {
    by: 'finance',
    key: ({ kind, code }) => `${String(kind)}/${String(code)}`,
    rows: async (who) => (await who.data(setting.list, {})).settings,
  },
  smsBatch: { by: 'support', key: 'id', rows: async (who) => (await who.data(smsBatch.list, { limit: 200 })).rows },
  smsTemplate: {
    by: 'support',
    key: 'id',
    rows: async (who) => (await who.data(smsTemplate.list, { limit: 200 })).rows,
  },
  statementDay: {
    by: 'finance',
    key: ({ account, day }) => `${String(account)}-${String(day)}`,
    rows: async (who, id) => (await who.data(statement.days, { account: id.slice(0, -11) })).days,
  },
  statementLine: { by: 'finance', key: 'id', rows: async (who) => (await who.data(statement.list, {})).rows },
  verifyCode: {
    by: 'telemarketer',
    key: 'id',
    rows: async (who) => (await who.data(verifyCode.list, { limit: 200 })).rows,
  },
  visitor: { by: 'analyst', key: 'id', rows: async (who) => (await who.data(visitor.list, { limit: 200 })).rows },
  withdrawal: { by: 'finance', key: 'txid', rows: async (who) => (await who.data(withdrawal.list, {})).rows },
}

/** The charts that have a list. */
export const listed = Object.keys(lists)

/** The row of an instance on its chart's list; undefined where there is none. */
export const rowOf = async (app: TestApp, stream: string): Promise<Row | undefined> => {
  const [chart, id] = [stream.slice(0, stream.indexOf('/')), stream.slice(stream.indexOf('/') + 1)]
  const { by, key, rows } = lists[chart]!
  const keyOf = typeof key === 'string' ? (row: Row) => String(row[key]) : key
  return (await rows(await app.login(by), id)).find((row) => keyOf(row) === id)
}
