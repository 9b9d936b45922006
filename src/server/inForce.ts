import { type ApprovalRules, usualApprovalRules } from '../machines/approvalRules.ts'
import type { CollectionRules } from '../machines/collectionStages.ts'
import { inForceAt } from '../machines/contactRules.ts'
import { type LeadRules, usualLeadRules } from '../machines/leadRules.ts'
import { type LoanRules, usualLoanRules } from '../machines/loanRules.ts'
import { type MessageRules, usualMessageRules } from '../machines/messageRules.ts'
import { type PayoutRules, usualPayoutRules } from '../machines/payoutRules.ts'
import { type Scorecard, usualScorecard } from '../machines/scorecard.ts'
import { onlyCode } from '../machines/setting.facts.ts'
import { type StaffRules, usualStaffRules } from '../machines/staffRules.ts'
import type { Server } from './server.ts'

/** The effective-dated settings of which the lender has one. */
type Rules = {
  collectionRules: CollectionRules
  leadRules: LeadRules
  loanRules: LoanRules
  scorecard: Scorecard
  approvalRules: ApprovalRules
  payoutRules: PayoutRules
  messageRules: MessageRules
  staffRules: StaffRules
}

/** All values of a setting, each from its first day on. */
export async function versionsOf<Kind extends keyof Rules>(
  { db }: Pick<Server, 'db'>,
  kind: Kind,
): Promise<readonly Rules[Kind][]> {
  const row = await db.sql
    .selectFrom('setting')
    .select('in_force')
    .where('kind', '=', kind)
    .where('code', '=', onlyCode)
    .executeTakeFirst()
  return (row?.in_force ?? []) as Rules[Kind][]
}

/** A setting's values at an instant; undefined while none are in force. */
export async function inForce<Kind extends keyof Rules>(
  server: Pick<Server, 'db'>,
  kind: Kind,
  at: number,
): Promise<Rules[Kind] | undefined> {
  return inForceAt(await versionsOf(server, kind), at)
}

const usual = {
  leadRules: { from: '2020-01-01', ...usualLeadRules },
  loanRules: usualLoanRules,
  scorecard: { from: '2020-01-01', ...usualScorecard },
  approvalRules: usualApprovalRules,
  payoutRules: usualPayoutRules,
  messageRules: usualMessageRules,
  staffRules: usualStaffRules,
}

/** A setting's values at an instant; the usual ones while the lender has none. */
export async function rulesAt<Kind extends keyof typeof usual>(
  server: Pick<Server, 'db'>,
  kind: Kind,
  at: number,
): Promise<(typeof usual)[Kind]> {
  return (await inForce(server, kind, at)) ?? usual[kind]
}
