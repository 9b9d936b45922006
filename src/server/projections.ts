import { accountProjection } from './access/account.projection.ts'
import { roleProjection } from './access/role.projection.ts'
import { apiKeyProjection } from './apiKey/projection.ts'
import { approvalProjection } from './approval/projection.ts'
import { backtestProjection } from './backtest/projection.ts'
import { bulkProjection } from './bulk/projection.ts'
import { exportProjection } from './exports/projection.ts'
import { loanProjections } from './loan/projection.ts'
import { customerEditProjection } from './order/edit.projection.ts'
import { orderSheetProjection } from './order/sheet.projection.ts'
import { payoutProjections } from './payout/projection.ts'
import { reviewerProjection, reviewGroupProjection } from './reviewers/projection.ts'
import { ruleSetProjection } from './risk/projection.ts'
import {
  appProjection,
  bankAccountProjection,
  productProjection,
  rateProjection,
  settingProjection,
} from './setting/projection.ts'
import { bankStatementProjection, statementDayProjection, statementLineProjection } from './statement/projection.ts'
import { createProjections } from './store/projection.ts'
import { withdrawalProjection } from './withdrawal/projection.ts'

/** The tables of every process. */
export const projections = createProjections({
  approval: approvalProjection,
  account: accountProjection,
  role: roleProjection,
  export: exportProjection,
  bulk: bulkProjection,
  ruleSet: ruleSetProjection,
  backtest: backtestProjection,
  customerEdit: customerEditProjection,
  orderSheet: orderSheetProjection,
  reviewGroup: reviewGroupProjection,
  reviewer: reviewerProjection,
  payout: payoutProjections,
  loan: loanProjections,
  bankStatement: bankStatementProjection,
  statementLine: statementLineProjection,
  statementDay: statementDayProjection,
  withdrawal: withdrawalProjection,
  setting: settingProjection,
  'setting/app': appProjection,
  'setting/product': productProjection,
  'setting/rate': rateProjection,
  'setting/bankAccount': bankAccountProjection,
  apiKey: apiKeyProjection,
})
