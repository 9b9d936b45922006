import { list } from '../../services/smsTemplate.ts'
import type { Process } from '../process.ts'
import { smsTemplateHandlers } from './commands.ts'
import { smsTemplateExports } from './exports.ts'
import { smsTemplateProjection } from './projection.ts'

/** The words of the messages that customers are sent. */
export const smsTemplate: Process = {
  kinds: { smsTemplate: { heard: { by: ['smsTemplate.list'] }, projections: smsTemplateProjection } },
  handlers: smsTemplateHandlers,
  exports: (server) => ({ [list.id]: smsTemplateExports(server) }),
}
