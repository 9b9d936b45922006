import { list } from '../../services/smsTemplate.ts'
import type { Process } from '../process.ts'
import { smsTemplateHandlers } from './commands.ts'
import { smsTemplateExports } from './exports.ts'
import { smsTemplateProjection } from './projection.ts'

/** The words of the messages that customers are sent. */
export const smsTemplate: Process = {
  heard: { smsTemplate: { by: ['smsTemplate.list'] } },
  projections: { smsTemplate: smsTemplateProjection },
  handlers: smsTemplateHandlers,
  exports: (server) => ({ [list.id]: smsTemplateExports(server) }),
}
