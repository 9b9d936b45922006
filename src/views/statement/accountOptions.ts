import type { Option } from '../detail/form/field.ts'

/** The lender's own bank accounts as options of a select. */
export const accountOptions = (accounts: readonly { code: string; bank: string; name: string }[]): Option[] =>
  accounts.map(({ code, bank, name }) => ({ value: code, name: `${bank} ${name}` }))
