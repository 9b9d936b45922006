import type { Process } from '../process.ts'
import { flowHandlers } from './lists.ts'
import { flowCounter } from './projection.ts'

export const flow: Process = { handlers: flowHandlers, counters: [flowCounter] }
