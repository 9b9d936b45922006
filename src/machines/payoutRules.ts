import { minuteMs } from './calendar.ts'

/** How payouts and withdrawals go; `from` is the first day on which it applies. */
export type PayoutRules = {
  from: string
  /** The minutes after which the outcome of a sending without a provider's report counts as unknown. */
  answerMinutes: number
}

/** The values of a new proposal, and of a lender that has none. */
export const usualPayoutRules: Omit<PayoutRules, 'from'> = { answerMinutes: 30 }

/** The time in milliseconds, as events have it. */
export const payoutTimes = ({ answerMinutes }: Pick<PayoutRules, 'answerMinutes'>) => ({
  answerTtl: answerMinutes * minuteMs,
})
