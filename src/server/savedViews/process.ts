import type { Process } from '../process.ts'
import { savedViewHandlers } from './commands.ts'

export const savedViews: Process = { handlers: savedViewHandlers }
