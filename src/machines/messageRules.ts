import { hourMs, minuteMs } from './calendar.ts'

/** How text messages and the codes of telemarketing go; `from` is the first day on which it applies. */
export type MessageRules = {
  from: string
  /** A text message that could not be sent within it is not sent any more. */
  staleHours: number
  /** After it what became of a text message without a receipt counts as unknown. */
  receiptHours: number
  /** How long a code is valid that a seller reads to a lead, and how often it may be tried. */
  codeMinutes: number
  codeTries: number
}

/** The values of a new proposal, and of a lender that has none. */
export const usualMessageRules: Omit<MessageRules, 'from'> = {
  staleHours: 24,
  receiptHours: 72,
  codeMinutes: 10,
  codeTries: 5,
}

/** The times in milliseconds, as events have them. */
export const messageTimes = ({ staleHours, receiptHours, codeMinutes }: Omit<MessageRules, 'from'>) => ({
  staleTtl: staleHours * hourMs,
  receiptTtl: receiptHours * hourMs,
  codeTtl: codeMinutes * minuteMs,
})
export const usualMessageTimes = messageTimes(usualMessageRules)
