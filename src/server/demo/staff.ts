import type { RouteName } from '../../machines/paths.ts'
import { reports } from '../../machines/routes.ts'
import * as approval from '../../services/approval.ts'
import * as backtest from '../../services/backtest.ts'
import * as collectionGroup from '../../services/collectionGroup.ts'
import * as collector from '../../services/collector.ts'
import * as contact from '../../services/contact.ts'
import * as dashboard from '../../services/dashboard.ts'
import * as flow from '../../services/flow.ts'
import { requestExport, requestUnmasked } from '../../services/jobs.ts'
import * as lead from '../../services/lead.ts'
import * as loanLists from '../../services/loan.lists.ts'
import * as loan from '../../services/loan.ts'
import * as message from '../../services/message.ts'
import * as order from '../../services/order.ts'
import * as payout from '../../services/payout.ts'
import * as placement from '../../services/placement.ts'
import * as quality from '../../services/quality.ts'
import * as recovery from '../../services/recovery.ts'
import * as recoveryCase from '../../services/recoveryCase.ts'
import * as reminder from '../../services/reminder.ts'
import { reports as counted } from '../../services/report.ts'
import * as reportPlan from '../../services/reportPlan.ts'
import { reveal } from '../../services/reveal.ts'
import * as reviewers from '../../services/reviewers.ts'
import * as risk from '../../services/risk.ts'
import * as setting from '../../services/setting.ts'
import * as smsBatch from '../../services/smsBatch.ts'
import * as smsTemplate from '../../services/smsTemplate.ts'
import * as statement from '../../services/statement.ts'
import * as verifyCode from '../../services/verifyCode.ts'
import * as visitor from '../../services/visitor.ts'
import * as withdrawal from '../../services/withdrawal.ts'

type Role = { menus: readonly RouteName[]; interfaces: readonly string[]; people: number }

const machine = ['machinerReviewPass', 'machinerReviewReject'] as const
const first = ['reviewFirstWait', 'reviewFirstPass', 'reviewFirstReject'] as const
const final = ['reviewFinalWait', 'reviewFinalPass', 'reviewFinalReject'] as const
const approvals = [...machine, ...first, ...final, 'reviewList', 'reviewGroup', 'reviewerManage'] as const
const loans = ['waitLoanList', 'loanRecord', 'repayPlan', 'repaymentRecord', 'overdueRepayment', 'repayQuery'] as const
const money = [...loans, 'bankStatement', 'withdrawal', 'changeChannel', 'excelExport'] as const

const counting = (...some: { list: { interface: string } }[]) => some.map(({ list }) => list.interface)
const named = (...endpoints: { interface: string }[]) => endpoints.map((endpoint) => endpoint.interface)

const look = named(approval.list, approval.detail, requestExport)
const firstDecisions = named(
  approval.firstClaim,
  approval.firstRelease,
  approval.firstPass,
  approval.firstReject,
  approval.firstReturn,
)
const finalDecisions = named(
  approval.finalClaim,
  approval.finalRelease,
  approval.finalPass,
  approval.finalReject,
  approval.finalSendBack,
)
const working = named(reviewers.signIn, reviewers.signOut)
const leading = named(
  approval.firstAssign,
  approval.firstRecall,
  approval.firstReassign,
  approval.finalAssign,
  approval.finalRecall,
  approval.finalReassign,
  approval.undo,
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

const lists = named(loanLists.plan, loanLists.payments, loanLists.overdue, requestExport)
const lending = named(
  loan.loan,
  loan.record,
  loan.refund,
  loan.offerRollover,
  loan.recordRollover,
  loan.proposeReversal,
  loan.proposeWriteOff,
)
const lendingChecks = named(
  loan.loan,
  loan.approveLargeReduction,
  loan.refuseReduction,
  loan.confirmReversal,
  loan.refuseReversal,
  loan.confirmWriteOff,
  loan.refuseWriteOff,
)

const banking = named(
  statement.list,
  statement.open,
  statement.upload,
  ...Object.values(statement.fileCommands),
  statement.proposeMatch,
  statement.makeException,
  statement.liftException,
  statement.proposeUnmatch,
  statement.proposeClose,
)
const bankingChecks = named(
  statement.list,
  statement.open,
  statement.confirmMatch,
  statement.refuseMatch,
  statement.confirmUnmatch,
  statement.refuseUnmatch,
  statement.confirmClose,
  statement.refuseClose,
)

const payouts = named(payout.list, payout.days, payout.ofOrder, payout.alarmSeen)
const paying = named(
  payout.submit,
  payout.retry,
  payout.changeChannel,
  payout.changeAccount,
  payout.provePaid,
  payout.proveUnpaid,
)
const payingChecks = named(payout.approve, payout.refuse, payout.confirmProof, payout.refuseProof)

const withdrawing = named(
  withdrawal.list,
  withdrawal.request,
  withdrawal.cancel,
  withdrawal.provePaid,
  withdrawal.proveUnpaid,
)
const withdrawalChecks = named(
  withdrawal.list,
  withdrawal.approve,
  withdrawal.refuse,
  withdrawal.confirmProof,
  withdrawal.refuseProof,
)

const reaching = named(contact.list, contact.attemptOn, contact.noteOutcome, contact.giveConsent, contact.barMarketing)
const agreeing = named(contact.agreeHours, contact.confirmRelative, contact.proposeLift)
const finding = named(contact.askWhereabouts)
const lifting = named(contact.list, contact.confirmLift, contact.refuseLift)

const figureLists = [
  recovery.daily.list,
  recovery.holdings.list,
  recovery.attempts.list,
  recovery.promises.list,
  recovery.credits.list,
  recovery.placements.list,
  recovery.complaints.list,
]
const figures = named(...figureLists)
const collecting = named(
  recoveryCase.mine,
  recoveryCase.detail,
  recoveryCase.contact,
  recoveryCase.noteOutcome,
  recoveryCase.callBack,
  recoveryCase.promise,
  recoveryCase.complain,
  collector.signIn,
  collector.signOut,
  requestExport,
)
const collectionLeading = named(
  recoveryCase.list,
  recoveryCase.detail,
  recoveryCase.dispatch,
  recoveryCase.reassign,
  recoveryCase.recall,
  recoveryCase.retain,
  recoveryCase.hold,
  recoveryCase.liftHold,
  recoveryCase.complain,
  placement.list,
  placement.propose,
  placement.withdraw,
  placement.recall,
  collector.list,
  ...Object.values(collector.commands),
  collectionGroup.list,
  ...Object.values(collectionGroup.commands),
  requestExport,
)

const placing = named(placement.list, placement.confirm, placement.refuse)

const selling = named(
  lead.list,
  lead.claim,
  lead.contact,
  lead.noteOutcome,
  lead.callBack,
  lead.finish,
  lead.invalidate,
  lead.release,
  contact.giveConsent,
  verifyCode.list,
  verifyCode.issue,
)
const sellingLead = named(
  verifyCode.list,
  lead.list,
  lead.importLeads,
  lead.assign,
  lead.reassign,
  lead.recall,
  lead.reopen,
  lead.reveal,
  contact.barMarketing,
  requestExport,
)

const checking = named(quality.list, quality.pass, requestExport)

const proposing = named(setting.list, setting.propose, setting.takeBack)
const confirming = named(setting.list, setting.confirm, setting.refuse)

const smsWriting = named(
  smsTemplate.list,
  smsTemplate.draft,
  smsTemplate.edit,
  smsTemplate.propose,
  smsTemplate.takeBack,
  smsTemplate.revise,
  smsTemplate.drop,
  smsTemplate.retire,
)
const texting = named(message.list, message.send, message.alarmSeen)
const batching = named(
  smsBatch.list,
  smsBatch.draft,
  smsBatch.propose,
  smsBatch.pause,
  smsBatch.resume,
  smsBatch.cancel,
)
const reminding = named(reminder.list, reminder.draft, reminder.edit, reminder.propose, reminder.stop)
const smsApproving = named(
  smsTemplate.list,
  message.list,
  smsBatch.list,
  smsBatch.approve,
  smsBatch.refuse,
  smsBatch.pause,
  smsBatch.cancel,
  reminder.list,
  reminder.approve,
  reminder.refuse,
  reminder.stop,
  smsTemplate.approve,
  smsTemplate.refuse,
  smsTemplate.retire,
)

const only = (...menus: RouteName[]): Role => ({ menus: ['dashboard', ...menus], interfaces: [], people: 1 })

/** The menus and interfaces of each role of the simulated lender. `admin` needs no grant. */
export const demoRoles = {
  admin: { menus: [], interfaces: [], people: 1 },
  approve: {
    menus: approvals,
    interfaces: [
      ...named(dashboard.summary, reviewers.list),
      ...look,
      ...named(reveal),
      ...firstDecisions,
      ...finalDecisions,
      ...working,
    ],
    people: 1,
  },
  reviewer1: { menus: first, interfaces: [...look, ...firstDecisions, ...working], people: 3 },
  reviewer2: { menus: final, interfaces: [...look, ...finalDecisions, ...working], people: 2 },
  reviewLead: {
    menus: ['dashboard', ...approvals, 'conversionRate', 'channelConversionRate', 'passRate', 'flow'],
    interfaces: [
      ...look,
      ...leading,
      ...lifting,
      ...named(flow.summary, reveal, requestUnmasked),
      ...counting(counted.conversionRate, counted.channelConversionRate, counted.passRate),
    ],
    people: 1,
  },
  finance: {
    menus: ['dashboard', ...money],
    interfaces: [...payouts, ...paying, ...lists, ...lending, ...banking, ...withdrawing, ...named(reveal)],
    people: 1,
  },
  financeChecker: {
    menus: [
      'dashboard',
      ...money,
      'placements',
      'setting',
      'smsSendManage',
      'overdueMonitoring',
      'overdueMonitoringTotal',
    ],
    interfaces: [
      ...payouts,
      ...payingChecks,
      ...lists,
      ...lendingChecks,
      ...bankingChecks,
      ...withdrawalChecks,
      ...placing,
      ...confirming,
      ...smsApproving,
      ...named(reveal),
      ...counting(counted.overdueMonitoring, counted.overdueMonitoringTotal),
    ],
    people: 1,
  },
  preCollector: {
    menus: ['dashboard', 'myOrderList', 'myOrderProcessingList', 'preDailyProcess'],
    interfaces: [...collecting, ...figures, ...reaching, ...agreeing],
    people: 4,
  },
  collector: {
    menus: [
      'dashboard',
      'myOrderList',
      'myOrderProcessingList',
      'all',
      'finish',
      'collectionDailyProcess',
      'repayQuery',
    ],
    interfaces: [
      ...named(loan.loan, loan.requestReduction, loan.offerRollover, recoveryCase.list, recoveryCase.documents),
      ...named(message.list, message.send),
      ...collecting,
      ...figures,
      ...reaching,
      ...agreeing,
      ...finding,
    ],
    people: 10,
  },
  collectionLead: {
    menus: [
      'dashboard',
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
      'placements',
      'collectionDailyProcess',
      'outSoureDailyProcess',
      'collectionUserManage',
      'collectioGroupManage',
      'repayPlan',
      'repayQuery',
      'smsSendManage',
      'overdueMonitoring',
      'overdueMonitoringTotal',
      'placeRecovery',
    ],
    interfaces: [
      ...counting(counted.overdueMonitoring, counted.overdueMonitoringTotal),
      ...named(loan.loan, loan.approveReduction, loan.refuseReduction, loanLists.plan),
      ...collectionLeading,
      ...figures,
      ...named(recovery.summary.list, recovery.standings.list),
      ...reaching,
      ...agreeing,
      ...finding,
      ...lifting,
      ...smsWriting,
      ...texting,
      ...batching,
      ...reminding,
    ],
    people: 1,
  },
  agency: only('all', 'finish', 'outSoureDailyProcess'),
  telemarketer: {
    menus: ['dashboard', 'userList', 'customerVerifyCode', 'checkList'],
    interfaces: [...selling, ...named(contact.barMarketing, quality.list, quality.appeal)],
    people: 2,
  },
  telemarketingLead: {
    menus: [
      'dashboard',
      'userList',
      'customerVerifyCode',
      'checkList',
      'smsSendManage',
      'touristsRegisterToApply',
      'borrowAgainRate',
    ],
    interfaces: [
      ...smsWriting,
      ...texting,
      ...batching,
      ...named(quality.list, quality.complain),
      ...sellingLead,
      ...counting(counted.touristsRegisterToApply, counted.borrowAgainRate),
    ],
    people: 1,
  },
  qualityChecker: { menus: ['dashboard', 'checkList'], interfaces: checking, people: 3 },
  risk: {
    menus: [
      'dashboard',
      'passRate',
      'overdueMonitoring',
      'overdueMonitoringTotal',
      'riskRuleConfig',
      'flow',
      'setting',
    ],
    interfaces: [
      ...named(flow.summary),
      ...counting(counted.passRate, counted.overdueMonitoring, counted.overdueMonitoringTotal),
      ...rules,
      ...proposing,
    ],
    people: 2,
  },
  analyst: {
    menus: ['dashboard', ...reports, 'flow', 'orderList', 'repayPlan'],
    interfaces: named(
      flow.summary,
      visitor.list,
      order.list,
      loanLists.plan,
      requestExport,
      reportPlan.list,
      ...Object.values(reportPlan.commands),
      ...Object.values(counted).map(({ list }) => list),
      ...figureLists,
    ),
    people: 1,
  },
  support: {
    menus: ['dashboard', 'orderList', 'excelList', 'contact', 'smsSendManage'],
    interfaces: [
      ...named(order.list, order.uploadSheet, approval.detail, requestExport, reveal, ...Object.values(order.edits)),
      ...texting,
      ...batching,
      ...named(smsTemplate.list),
      ...reaching,
      ...agreeing,
    ],
    people: 1,
  },
  agencyCollector: {
    menus: ['dashboard', 'myOrderList', 'myOrderProcessingList', 'all'],
    interfaces: [...named(loan.loan, recoveryCase.list), ...collecting, ...reaching, ...agreeing],
    people: 6,
  },
} satisfies Record<string, Role>
