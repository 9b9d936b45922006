import type { Format } from '../shared/format.ts'

/** Basis points as a percentage. */
export const rateIn = (bps: number, { t, number }: Format) => t('loan:detail.percent', { rate: number(bps / 100) })

export const daysIn = (count: number, { t }: Format) => t('loan:detail.days', { count })
