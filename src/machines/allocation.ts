/** One thing that is owed, in rupiah. */
export type Part = { due: number; paid: number; reduced: number }

/** An instalment as it stands. Days are 'YYYY-MM-DD'; a rollover moves `due` away from `originalDue`. */
export type Line = { term: number; originalDue: string; due: string; interest: Part; principal: Part; fee: Part }

export const leftOf = ({ due, paid, reduced }: Part) => due - paid - reduced
export const leftOfLine = ({ interest, principal, fee }: Line) => leftOf(interest) + leftOf(principal) + leftOf(fee)

export const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** The instalment that the next payment goes to, if any is open. */
export const oldestOpen = (lines: readonly Line[]) => lines.find((line) => leftOfLine(line) > 0)

const take = (parts: readonly Part[], amount: number, as: 'paid' | 'reduced') =>
  parts.reduce((rest, part) => {
    const taken = Math.min(rest, leftOf(part))
    part[as] += taken
    return rest - taken
  }, amount)

/** Puts money on the lines, the oldest first, each one's interest, principal and overdue fee; answers what is left of it. */
export const allocate = (lines: readonly Line[], amount: number) =>
  take(
    lines.flatMap(({ interest, principal, fee }) => [interest, principal, fee]),
    amount,
    'paid',
  )

/** Takes an amount off what is owed: fees first, then principal, and interest when nothing else is left. */
export const reduce = (lines: readonly Line[], amount: number) =>
  take(
    (['fee', 'principal', 'interest'] as const).flatMap((part) => lines.map((line) => line[part])),
    amount,
    'reduced',
  )
