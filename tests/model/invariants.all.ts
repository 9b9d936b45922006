import { customerEditInvariants } from './customerEdit.invariants.ts'
import type { Demands } from './invariants.ts'
import { loanInvariants } from './loan.invariants.ts'
import { payoutInvariants } from './payout.invariants.ts'
import { settingInvariants } from './setting.invariants.ts'
import { statementDayInvariants } from './statementDay.invariants.ts'
import { statementLineInvariants } from './statementLine.invariants.ts'
import { withdrawalInvariants } from './withdrawal.invariants.ts'

/** The words of the business about each chart. */
export const invariants: readonly Demands[] = [
  payoutInvariants,
  withdrawalInvariants,
  loanInvariants,
  statementLineInvariants,
  statementDayInvariants,
  settingInvariants,
  customerEditInvariants,
]
