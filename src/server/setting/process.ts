import type { Process } from '../process.ts'
import { settingHandlers } from './commands.ts'
import {
  appProjection,
  bankAccountProjection,
  channelCostProjection,
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
    'setting/channelCost': channelCostProjection,
  },
  handlers: settingHandlers,
}
