import type { Process } from '../process.ts'
import { apiKeyHandlers } from './commands.ts'
import { apiKeyProjection } from './projection.ts'

export const apiKey: Process = {
  heard: { apiKey: { by: ['setting.list'] } },
  projections: { apiKey: apiKeyProjection },
  handlers: apiKeyHandlers,
}
