import type { Process } from '../process.ts'
import { viewHandlers } from './commands.ts'

export const savedViews: Process = { handlers: viewHandlers }
