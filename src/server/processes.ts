import { access } from './access/process.ts'
import { apiKey } from './apiKey/process.ts'
import { approval } from './approval/process.ts'
import { audit } from './audit/process.ts'
import { backtest } from './backtest/process.ts'
import { bulk } from './bulk/process.ts'
import { collectionGroup } from './collectionGroup/process.ts'
import { collector } from './collector/process.ts'
import { contact } from './contact/process.ts'
import { customers } from './customers/process.ts'
import { dashboard } from './dashboard/process.ts'
import { exports } from './exports/process.ts'
import { flow } from './flow/process.ts'
import { lead } from './lead/process.ts'
import { leadImport } from './leadImport/process.ts'
import { loan } from './loan/process.ts'
import { message } from './message/process.ts'
import { order } from './order/process.ts'
import { payout } from './payout/process.ts'
import { payoutSendings } from './payout/sendings.ts'
import { placement } from './placement/process.ts'
import type { Process } from './process.ts'
import { providerReports } from './providerReports/process.ts'
import { quality } from './quality/process.ts'
import { recovery } from './recovery/process.ts'
import { recoveryCase } from './recoveryCase/process.ts'
import { reminder } from './reminder/process.ts'
import { report } from './report/process.ts'
import { reportPlan } from './reportPlan/process.ts'
import { reviewers } from './reviewers/process.ts'
import { risk } from './risk/process.ts'
import { savedViews } from './savedViews/process.ts'
import { secondPerson } from './secondPerson/process.ts'
import { secondPersonProjection } from './secondPerson/projection.ts'
import { setting } from './setting/process.ts'
import { smsBatch } from './smsBatch/process.ts'
import { smsTemplate } from './smsTemplate/process.ts'
import { statement } from './statement/process.ts'
import { createProjections } from './store/projection.ts'
import { verifyCode } from './verifyCode/process.ts'
import { virtualAccount } from './virtualAccount/process.ts'
import { visitor } from './visitor/process.ts'
import { withdrawal } from './withdrawal/process.ts'
import { withdrawalSendings } from './withdrawal/sendings.ts'

/** Every process of the server: the only list of them. */
export const processes: readonly Process[] = [
  access,
  setting,
  apiKey,
  approval,
  reviewers,
  order,
  // Before the reports on sendings, whose route matches the callbacks of every other provider.
  virtualAccount,
  providerReports([payoutSendings, withdrawalSendings]),
  payout,
  withdrawal,
  loan,
  risk,
  backtest,
  statement,
  audit,
  customers,
  dashboard,
  secondPerson,
  flow,
  savedViews,
  exports,
  bulk,
  smsTemplate,
  contact,
  message,
  smsBatch,
  recoveryCase,
  recovery,
  reminder,
  visitor,
  collectionGroup,
  collector,
  lead,
  report,
  leadImport,
  verifyCode,
  placement,
  quality,
  reportPlan,
]

/** Merges what the processes declare by name. */
export const merged = <Value>(
  declared: (process: Process) => Readonly<Record<string, Value>> | undefined,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(processes.flatMap((process) => Object.entries(declared(process) ?? {})))

const kinds = Object.entries(merged((process) => process.kinds))

/** One part of what the processes declare of their kinds, by kind. */
const byKind = <Part>(part: (kind: (typeof kinds)[number][1]) => Part | undefined) =>
  Object.fromEntries(
    kinds.flatMap(([name, kind]) => {
      const found = part(kind)
      return found === undefined ? [] : [[name, found] as const]
    }),
  )

/** The tables of every process. */
export const projections = createProjections(
  byKind(({ projections }) => projections),
  [secondPersonProjection(byKind(({ subject }) => subject))],
)

/** The roll-ups of every process. */
export const counters = processes.flatMap((process) => process.counters ?? [])

/** Who hears of each kind of stream. */
export const heard = byKind((kind) => kind.heard)
