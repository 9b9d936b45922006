import { accountInvariants } from './account.invariants.ts'
import { apiKeyInvariants } from './apiKey.invariants.ts'
import { approvalInvariants } from './approval.invariants.ts'
import { backtestInvariants } from './backtest.invariants.ts'
import { bankStatementInvariants } from './bankStatement.invariants.ts'
import { bulkInvariants } from './bulk.invariants.ts'
import { collectionGroupInvariants } from './collectionGroup.invariants.ts'
import { collectorInvariants } from './collector.invariants.ts'
import { contactInvariants } from './contact.invariants.ts'
import { customerEditInvariants } from './customerEdit.invariants.ts'
import { exportInvariants } from './export.invariants.ts'
import type { Demands } from './invariants.ts'
import { leadInvariants } from './lead.invariants.ts'
import { leadImportInvariants } from './leadImport.invariants.ts'
import { loanInvariants } from './loan.invariants.ts'
import { messageInvariants } from './message.invariants.ts'
import { orderSheetInvariants } from './orderSheet.invariants.ts'
import { payoutInvariants } from './payout.invariants.ts'
import { placementInvariants } from './placement.invariants.ts'
import { qualityInvariants } from './quality.invariants.ts'
import { recoveryCaseInvariants } from './recoveryCase.invariants.ts'
import { reminderInvariants } from './reminder.invariants.ts'
import { reportPlanInvariants } from './reportPlan.invariants.ts'
import { reviewerInvariants } from './reviewer.invariants.ts'
import { reviewGroupInvariants } from './reviewGroup.invariants.ts'
import { roleInvariants } from './role.invariants.ts'
import { ruleSetInvariants } from './ruleSet.invariants.ts'
import { settingInvariants } from './setting.invariants.ts'
import { smsBatchInvariants } from './smsBatch.invariants.ts'
import { smsTemplateInvariants } from './smsTemplate.invariants.ts'
import { statementDayInvariants } from './statementDay.invariants.ts'
import { statementLineInvariants } from './statementLine.invariants.ts'
import { verifyCodeInvariants } from './verifyCode.invariants.ts'
import { visitorInvariants } from './visitor.invariants.ts'
import { withdrawalInvariants } from './withdrawal.invariants.ts'

/** The words of the business about each chart. */
export const invariants: readonly Demands[] = [
  payoutInvariants,
  withdrawalInvariants,
  loanInvariants,
  approvalInvariants,
  statementLineInvariants,
  statementDayInvariants,
  bankStatementInvariants,
  settingInvariants,
  customerEditInvariants,
  ruleSetInvariants,
  backtestInvariants,
  accountInvariants,
  roleInvariants,
  reviewerInvariants,
  reviewGroupInvariants,
  apiKeyInvariants,
  exportInvariants,
  bulkInvariants,
  orderSheetInvariants,
  smsTemplateInvariants,
  contactInvariants,
  messageInvariants,
  smsBatchInvariants,
  reminderInvariants,
  recoveryCaseInvariants,
  visitorInvariants,
  collectionGroupInvariants,
  collectorInvariants,
  leadInvariants,
  leadImportInvariants,
  verifyCodeInvariants,
  placementInvariants,
  qualityInvariants,
  reportPlanInvariants,
]
