import type { Process } from '../process.ts'
import { apiKeyHandlers } from './commands.ts'
import { apiKeyProjection } from './projection.ts'

export const apiKey: Process = {
  kinds: { apiKey: { heard: { by: ['setting.list'] }, projections: apiKeyProjection } },
  handlers: apiKeyHandlers,
}
