import type { RouteName } from '../../machines/paths.ts'
import * as approve from '../../services/approve.ts'
import * as backtest from '../../services/backtest.ts'
import * as dashboard from '../../services/dashboard.ts'
import * as flow from '../../services/flow.ts'
import * as order from '../../services/order.ts'
import * as reviewers from '../../services/reviewers.ts'
import * as risk from '../../services/risk.ts'

type Role = { menus: readonly RouteName[]; interfaces: readonly string[]; people: number }

const machine = ['machinerReviewPass', 'machinerReviewReject'] as const
const first = ['reviewFirstWait', 'reviewFirstPass', 'reviewFirstReject'] as const
const final = ['reviewFinalWait', 'reviewFinalPass', 'reviewFinalReject'] as const
const approvals = [...machine, ...first, ...final, 'reviewList', 'reviewGroup', 'reviewerManage'] as const
const loans = ['waitLoanList', 'loanRecord', 'repayPlan', 'repaymentRecord', 'overdueRepayment', 'repayQuery'] as const
const reports = [
  'touristsRegisterToApply',
  'conversionRate',
  'channelConversionRate',
  'passRate',
  'borrowAgainRate',
  'overdueMonitoring',
  'overdueMonitoringTotal',
  'placeRecovery',
] as const
const money = [...loans, 'bankStatement', 'withdrawal', 'changeChannel', 'excelExport'] as const

const named = (...endpoints: { interface: string }[]) => endpoints.map((endpoint) => endpoint.interface)

const look = named(approve.list, approve.detail)
const firstDecisions = named(
  approve.firstClaim,
  approve.firstRelease,
  approve.firstPass,
  approve.firstReject,
  approve.firstReturn,
)
const finalDecisions = named(
  approve.finalClaim,
  approve.finalRelease,
  approve.finalPass,
  approve.finalReject,
  approve.finalSendBack,
)
const working = named(reviewers.signIn, reviewers.signOut)
const leading = named(
  approve.firstAssign,
  approve.firstRecall,
  approve.firstReassign,
  approve.finalAssign,
  approve.finalRecall,
  approve.finalReassign,
  approve.undo,
  ...Object.values(order.editCommands),
  reviewers.list,
  reviewers.groupSave,
  reviewers.groupClose,
  reviewers.groupReopen,
  reviewers.setWeight,
  reviewers.sendHome,
)

const rules = named(
  risk.versions,
  risk.bench,
  ...Object.values(risk.commands),
  backtest.list,
  ...Object.values(backtest.commands),
)

const only = (...menus: RouteName[]): Role => ({ menus, interfaces: [], people: 1 })

/** What each role of the simulated lender sees and may call. `admin` needs no grant. */
export const demoRoles = {
  admin: { menus: [], interfaces: [], people: 1 },
  approve: {
    menus: approvals,
    interfaces: [
      ...named(dashboard.summary, reviewers.list),
      ...look,
      ...firstDecisions,
      ...finalDecisions,
      ...working,
    ],
    people: 1,
  },
  reviewer1: { menus: first, interfaces: [...look, ...firstDecisions, ...working], people: 3 },
  reviewer2: { menus: final, interfaces: [...look, ...finalDecisions, ...working], people: 2 },
  reviewLead: { menus: [...approvals, 'flow'], interfaces: [...look, ...leading, ...named(flow.summary)], people: 1 },
  finance: only(...money),
  financeChecker: only(...money),
  preCollector: only('myOrderList', 'myOrderProcessingList', 'preDailyProcess'),
  collector: only('all', 'finish', 'collectionDailyProcess'),
  collectionLead: only(
    'preOrderList',
    'orderProcessingList',
    'dispatchManage',
    'preDailyProcess',
    'preDailyProcessNew',
    'summaryCollectinOrders',
    'userManage',
    'groupManage',
    'all',
    'finish',
    'collectionDispatchManage',
    'collectionDailyProcess',
    'outSoureDailyProcess',
    'collectionUserManage',
    'collectioGroupManage',
  ),
  agency: only('all', 'finish', 'outSoureDailyProcess'),
  telemarketer: only('userList', 'customerVerifyCode'),
  telemarketingLead: only('userList', 'customerVerifyCode', 'checkList'),
  qualityChecker: only('checkList'),
  risk: { menus: ['riskRuleConfig', 'flow'], interfaces: [...named(flow.summary), ...rules], people: 2 },
  analyst: { menus: [...reports, 'flow'], interfaces: named(flow.summary), people: 1 },
  support: {
    menus: ['orderList', 'excelList'],
    interfaces: named(order.list, order.uploadSheet, approve.detail, ...Object.values(order.edits)),
    people: 1,
  },
} satisfies Record<string, Role>
