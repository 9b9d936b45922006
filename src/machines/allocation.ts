/** One component of a debt, in rupiah. */
export type Part = { due: number; paid: number; reduced: number }

/** An instalment's current state. Days are 'YYYY-MM-DD'. A rollover moves `due` away from `originalDue`. */
export type Line = { term: number; originalDue: string; due: string; interest: Part; principal: Part; fee: Part }

export const leftOf = ({ due, paid, reduced }: Part) => due - paid - reduced
export const leftOfLine = ({ interest, principal, fee }: Line) => leftOf(interest) + leftOf(principal) + leftOf(fee)

export const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** The instalment that the next payment goes to; undefined when none is open. */
export const oldestOpen = (lines: readonly Line[]) => lines.find((line) => leftOfLine(line) > 0)

const take = (parts: readonly Part[], amount: number, as: 'paid' | 'reduced') =>
  parts.reduce((rest, part) => {
    const taken = Math.min(rest, leftOf(part))
    part[as] += taken
    return rest - taken
  }, amount)

/**
 * Allocates `amount` to the oldest line first: its interest, then principal, then overdue fee. Returns the unallocated
 * rest.
 */
export const allocate = (lines: readonly Line[], amount: number) =>
  take(
    lines.flatMap(({ interest, principal, fee }) => [interest, principal, fee]),
    amount,
    'paid',
  )

/** Deducts an amount from the debt: fees first, then principal, and interest only when nothing else is left. */
export const reduce = (lines: readonly Line[], amount: number) =>
  take(
    (['fee', 'principal', 'interest'] as const).flatMap((part) => lines.map((line) => line[part])),
    amount,
    'reduced',
  )
