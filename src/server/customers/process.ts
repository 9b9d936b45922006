import type { Process } from '../process.ts'
import { erasures } from './erasure.ts'
import { opaqueFilterValueHandlers } from './opaqueFilterValues.ts'

export const customers: Process = {
  handlers: (server) => {
    erasures(server)
    opaqueFilterValueHandlers(server)
  },
}
