import type { AnyStateMachine } from 'xstate'
import { type AccountEvent, accountMachine } from './account.ts'
import { type ApiKeyEvent, apiKeyMachine } from './apiKey.ts'
import type { ApprovalEvent } from './approval.facts.ts'
import { approvalMachine } from './approval.ts'
import { type BacktestEvent, backtestMachine } from './backtest.ts'
import { type BankStatementEvent, bankStatementMachine } from './bankStatement.ts'
import { type BulkEvent, bulkMachine } from './bulk.ts'
import { type CustomerEditEvent, customerEditMachine } from './customerEdit.ts'
import { type ExportEvent, exportMachine } from './export.ts'
import type { LoanEvent } from './loan.facts.ts'
import { loanMachine } from './loan.ts'
import { type OrderSheetEvent, orderSheetMachine } from './orderSheet.ts'
import type { PayoutEvent } from './payout.facts.ts'
import { payoutMachine } from './payout.ts'
import { type ReviewerEvent, reviewerMachine } from './reviewer.ts'
import { type ReviewGroupEvent, reviewGroupMachine } from './reviewGroup.ts'
import { type RoleEvent, roleMachine } from './role.ts'
import { type RuleSetEvent, ruleSetMachine } from './ruleset.ts'
import type { SettingEvent } from './setting.facts.ts'
import { settingMachine } from './setting.ts'
import { type StatementDayEvent, statementDayMachine } from './statementDay.ts'
import { type StatementLineEvent, statementLineMachine } from './statementLine.ts'
import type { WithdrawalEvent } from './withdrawal.facts.ts'
import { withdrawalMachine } from './withdrawal.ts'

export type LifecycleEvent =
  | AccountEvent
  | ApiKeyEvent
  | ApprovalEvent
  | BacktestEvent
  | BankStatementEvent
  | BulkEvent
  | CustomerEditEvent
  | ExportEvent
  | LoanEvent
  | OrderSheetEvent
  | PayoutEvent
  | ReviewerEvent
  | ReviewGroupEvent
  | RoleEvent
  | RuleSetEvent
  | SettingEvent
  | StatementDayEvent
  | StatementLineEvent
  | WithdrawalEvent

type Lifecycle = { name: string; machine: AnyStateMachine }

/** Every lifecycle chart, under the name that its page, its locale keys and its streams (`approval/…`) share. */
export const lifecycles: readonly Lifecycle[] = [
  { name: 'approval', machine: approvalMachine },
  { name: 'customerEdit', machine: customerEditMachine },
  { name: 'account', machine: accountMachine },
  { name: 'role', machine: roleMachine },
  { name: 'export', machine: exportMachine },
  { name: 'bulk', machine: bulkMachine },
  { name: 'ruleSet', machine: ruleSetMachine },
  { name: 'backtest', machine: backtestMachine },
  { name: 'orderSheet', machine: orderSheetMachine },
  { name: 'reviewGroup', machine: reviewGroupMachine },
  { name: 'reviewer', machine: reviewerMachine },
  { name: 'payout', machine: payoutMachine },
  { name: 'loan', machine: loanMachine },
  { name: 'bankStatement', machine: bankStatementMachine },
  { name: 'statementLine', machine: statementLineMachine },
  { name: 'statementDay', machine: statementDayMachine },
  { name: 'withdrawal', machine: withdrawalMachine },
  { name: 'setting', machine: settingMachine },
  { name: 'apiKey', machine: apiKeyMachine },
]

const byName = new Map(lifecycles.map(({ name, machine }) => [name, machine]))

export const kindOf = (stream: string): string => stream.slice(0, stream.indexOf('/'))

/** The chart of a stream. Throws for an unknown kind. */
export const machineOf = (stream: string): AnyStateMachine => {
  const machine = byName.get(kindOf(stream))
  if (!machine) throw new Error(`no lifecycle chart for stream ${stream}`)
  return machine
}
