import { dayStart } from '../../machines/calendar.ts'
import type { Format } from '../shared/format.ts'

/** Formats a day ('YYYY-MM-DD') in the user's language. */
export const dayIn = (day: string, { day: ofInstant }: Format) => ofInstant(dayStart(day))

/** Basis points as a percentage. */
export const rateIn = (bps: number, { t, number }: Format) => t('loan:detail.percent', { rate: number(bps / 100) })

export const daysIn = (count: number, { t }: Format) => t('loan:detail.days', { count })
