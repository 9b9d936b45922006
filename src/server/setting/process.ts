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
  kinds: {
    setting: { heard: { by: ['setting.list'] }, projections: settingProjection },
    'setting/app': { projections: appProjection },
    'setting/product': { projections: productProjection },
    'setting/rate': { projections: rateProjection },
    'setting/bankAccount': { projections: bankAccountProjection },
    'setting/channelCost': { projections: channelCostProjection },
  },
  handlers: settingHandlers,
}
