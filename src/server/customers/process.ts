import type { Process } from '../process.ts'
import { erasures } from './erasure.ts'
import { concealedHandlers } from './opaqueFilterValues.ts'

export const customers: Process = {
  handlers: (server) => {
    erasures(server)
    concealedHandlers(server)
  },
}
