import type { AnyStateMachine, ContextFrom, EventFrom } from 'xstate'
import { accountMachine } from './account.ts'
import { apiKeyMachine } from './apiKey.ts'
import { approvalMachine } from './approval.ts'
import { backtestMachine } from './backtest.ts'
import { bankStatementMachine } from './bankStatement.ts'
import { bulkMachine } from './bulk.ts'
import { collectionGroupMachine } from './collectionGroup.ts'
import { collectorMachine } from './collector.ts'
import { contactMachine } from './contact.ts'
import { customerEditMachine } from './customerEdit.ts'
import { exportMachine } from './export.ts'
import { leadMachine } from './lead.ts'
import { leadImportMachine } from './leadImport.ts'
import { loanMachine } from './loan.ts'
import { messageMachine } from './message.ts'
import { orderSheetMachine } from './orderSheet.ts'
import { payoutMachine } from './payout.ts'
import { placementMachine } from './placement.ts'
import { qualityMachine } from './quality.ts'
import { recoveryCaseMachine } from './recoveryCase.ts'
import { reminderMachine } from './reminder.ts'
import { reportPlanMachine } from './reportPlan.ts'
import { reviewerMachine } from './reviewer.ts'
import { reviewGroupMachine } from './reviewGroup.ts'
import { roleMachine } from './role.ts'
import { ruleSetMachine } from './ruleSet.ts'
import { settingMachine } from './setting.ts'
import { smsBatchMachine } from './smsBatch.ts'
import { smsTemplateMachine } from './smsTemplate.ts'
import { statementDayMachine } from './statementDay.ts'
import { statementLineMachine } from './statementLine.ts'
import { verifyCodeMachine } from './verifyCode.ts'
import { visitorMachine } from './visitor.ts'
import { withdrawalMachine } from './withdrawal.ts'

const machines = {
  approval: approvalMachine,
  customerEdit: customerEditMachine,
  account: accountMachine,
  role: roleMachine,
  export: exportMachine,
  bulk: bulkMachine,
  ruleSet: ruleSetMachine,
  backtest: backtestMachine,
  orderSheet: orderSheetMachine,
  reviewGroup: reviewGroupMachine,
  reviewer: reviewerMachine,
  payout: payoutMachine,
  loan: loanMachine,
  bankStatement: bankStatementMachine,
  statementLine: statementLineMachine,
  statementDay: statementDayMachine,
  withdrawal: withdrawalMachine,
  setting: settingMachine,
  apiKey: apiKeyMachine,
  smsTemplate: smsTemplateMachine,
  contact: contactMachine,
  message: messageMachine,
  smsBatch: smsBatchMachine,
  recoveryCase: recoveryCaseMachine,
  reminder: reminderMachine,
  visitor: visitorMachine,
  collectionGroup: collectionGroupMachine,
  collector: collectorMachine,
  lead: leadMachine,
  leadImport: leadImportMachine,
  verifyCode: verifyCodeMachine,
  placement: placementMachine,
  quality: qualityMachine,
  reportPlan: reportPlanMachine,
}

/** The kind of a stream is its name up to the first slash, which is its chart's name. */
export type Kind = keyof typeof machines
export type StreamOf<K extends Kind> = `${K}/${string}`
export type ContextOf<K extends Kind> = ContextFrom<(typeof machines)[K]>
export type EventOf<K extends Kind> = EventFrom<(typeof machines)[K]>
export type LifecycleEvent = EventOf<Kind>

type Lifecycle = { name: string; machine: AnyStateMachine }

/** Every lifecycle chart, under the name that its page, its locale keys and its streams (`approval/…`) share. */
export const lifecycles: readonly Lifecycle[] = Object.entries(machines).map(([name, machine]) => ({ name, machine }))

const byName = new Map(lifecycles.map(({ name, machine }) => [name, machine]))

export const kindOf = (stream: string): string => stream.slice(0, stream.indexOf('/'))

/** The chart of a stream. Throws for an unknown kind. */
export const machineOf = (stream: string): AnyStateMachine => {
  const machine = byName.get(kindOf(stream))
  if (!machine) throw new Error(`no lifecycle chart for stream ${stream}`)
  return machine
}
