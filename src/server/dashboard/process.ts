import type { Process } from '../process.ts'
import { dashboardHandlers } from './lists.ts'

export const dashboard: Process = { handlers: dashboardHandlers }
