import type { Process } from '../process.ts'
import { virtualAccounts } from './commands.ts'

/** Money that customers pay into accounts of their own, as its provider reports it. */
export const virtualAccount: Process = { handlers: virtualAccounts }
