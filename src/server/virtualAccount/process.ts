import type { Process } from '../process.ts'
import { virtualAccounts } from './commands.ts'

/** Repayments into customers' virtual accounts, as the provider reports them. */
export const virtualAccount: Process = { handlers: virtualAccounts }
