import { dayMs, hourMs } from './calendar.ts'

/** The limits of staff: revealed fields, sign-ins, links and files; `from` is the first day on which they apply. */
export type StaffRules = {
  from: string
  /** The most fields of customers whom they do not work on that one person may reveal in an hour. */
  reveals: number
  /** A reviewer or collector who forgets to sign out is given nothing after it. */
  signInHours: number
  /** The validity of a link to choose a password. */
  linkHours: number
  /** The days for which the file of an export or a spreadsheet can be fetched. */
  fileDays: number
}

/** The values of a new proposal, and of a lender that has none. */
export const usualStaffRules: Omit<StaffRules, 'from'> = { reveals: 30, signInHours: 12, linkHours: 24, fileDays: 7 }
export const longestSignInHours = 24

/** The times in milliseconds, as events have them. */
export const staffTimes = ({ signInHours, linkHours, fileDays }: Omit<StaffRules, 'from'>) => ({
  signInTtl: signInHours * hourMs,
  linkTtl: linkHours * hourMs,
  fileTtl: fileDays * dayMs,
})
export const usualStaffTimes = staffTimes(usualStaffRules)
