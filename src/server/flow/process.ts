import type { Process } from '../process.ts'
import { flowHandlers } from './lists.ts'

export const flow: Process = { handlers: flowHandlers }
