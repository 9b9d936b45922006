import type { Process } from '../process.ts'
import { secondPersonHandlers } from './lists.ts'

/** The worklist of what waits for a second person, in the streams of every process. */
export const secondPerson: Process = { handlers: secondPersonHandlers }
