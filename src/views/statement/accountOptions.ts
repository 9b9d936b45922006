import type { Option } from '../detail/command/subject.ts'

/** The lender's own bank accounts as options of a select. */
export const accountOptions = (accounts: readonly { code: string; bank: string; name: string }[]): Option[] =>
  accounts.map(({ code, bank, name }) => ({ value: code, name: `${bank} ${name}` }))
