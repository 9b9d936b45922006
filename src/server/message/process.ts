import { list } from '../../services/message.ts'
import type { Process } from '../process.ts'
import { askCustomer } from './askCustomer.ts'
import { messageHandlers } from './commands.ts'
import { messageExports } from './exports.ts'
import { messageProjection } from './projection.ts'
import { sendMessage } from './sendMessage.ts'

export const message: Process = {
  kinds: { message: { heard: { by: ['message.list'] }, projections: messageProjection } },
  handlers: messageHandlers,
  exports: (server) => ({ [list.id]: messageExports(server) }),
  effects: {
    messages: (server) => ({ sendMessage: sendMessage(server) }),
    short: (server) => ({ askCustomer: askCustomer(server) }),
  },
}
