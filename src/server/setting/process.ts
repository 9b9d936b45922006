import type { Process } from '../process.ts'
import { settingHandlers } from './commands.ts'
import {
  appProjection,
  bankAccountProjection,
  productProjection,
  rateProjection,
  settingProjection,
} from './projection.ts'

/** Settings: apps, products, rates and the lender's bank accounts. */
export const setting: Process = {
  heard: { setting: { by: ['setting.list'] } },
  projections: {
    setting: settingProjection,
    'setting/app': appProjection,
    'setting/product': productProjection,
    'setting/rate': rateProjection,
    'setting/bankAccount': bankAccountProjection,
  },
  handlers: settingHandlers,
}
