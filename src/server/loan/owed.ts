import { sql } from 'kysely'
import type { Instalment } from '../../services/loan.lists.ts'

const ageOn = (today: string) => sql`(${today}::date - due::date)`

/** SQL: an instalment's fee on a day 'YYYY-MM-DD'. The row lacks it, because it grows daily without an event. */
export const feeOn = (today: string) => {
  const age = ageOn(today)
  // The days with a fee within a number of days overdue, and how many of these have the early rate.
  const charged = (days: typeof age) => sql`greatest(0, least(${days}, fee_days))`
  const early = (days: typeof age) => sql`greatest(0, least(${days}, fee_days, late_from - 1))`
  const before = sql`fee_age`
  const grown = sql`principal_left * (early_fee * (${early(age)} - ${early(before)})
    + late_fee * (${charged(age)} - ${early(age)} - ${charged(before)} + ${early(before)}))`
  return sql<number>`least(fee_most, fee_whole + (fee_rest + ${grown} + 5000) / 10000)`
}

/** SQL: what an instalment comes to on a day. `fee` is the expression of its fee on that day. */
export const owedOn = (today: string, fee = feeOn(today)) => {
  const age = ageOn(today)
  return {
    fee,
    amount: sql<number>`case standing when 'voided' then 0 else interest + principal + ${fee} end`,
    remaining: sql<number>`case standing when 'voided' then 0 else interest_left + principal_left + ${fee} - fee_met end`,
    daysOverdue: sql<number>`case when standing in ('open', 'writtenOff') then greatest(0, ${age}) else 0 end`,
    status: sql<
      Instalment['status']
    >`case when standing <> 'open' then standing when due < ${today} then 'overdue' when due = ${today} then 'due' else 'pending' end`,
  }
}
