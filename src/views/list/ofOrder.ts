import { collectionStages } from '../../machines/collectionStages.ts'
import { nikFound, phoneFound } from '../../machines/identity.ts'
import { getApps } from '../../services/access.ts'
import { longest, orderNoPart } from '../../services/approval.ts'
import { agencies } from '../../services/collectionGroup.ts'
import { longestText } from '../../services/order.ts'
import type { FilterField } from './filter.ts'

// The filters by which every list of orders, payouts and loans is searched.

export const byOrderNo: FilterField = {
  kind: 'text',
  name: 'orderNo',
  label: 'approval:screen.orderNo',
  least: orderNoPart,
  most: longest.orderNo,
}
export const byPhone: FilterField = {
  kind: 'text',
  name: 'phone',
  label: 'approval:screen.phone',
  most: longest.phone,
  secret: true,
  inputMode: 'tel',
  isWhole: (text) => phoneFound(text) !== undefined,
  needs: { brief: 'list:wholePhone', sentence: 'list:needPhone' },
}
export const byNik: FilterField = {
  kind: 'text',
  name: 'nik',
  label: 'approval:screen.nik',
  most: longest.nik,
  secret: true,
  inputMode: 'numeric',
  isWhole: (text) => /^\d{16}$/.test(nikFound(text)),
  needs: { brief: 'list:wholeNik', sentence: 'list:needNik' },
}

export const byApp: FilterField = {
  kind: 'choice',
  name: 'app',
  label: 'approval:screen.app',
  most: longest.app,
  options: async (client) => {
    const { apps } = await client.call(getApps, {})
    return apps.map(({ code, name }) => ({ value: code, name }))
  },
}

export const byName: FilterField = {
  kind: 'text',
  name: 'fullName',
  label: 'order:name',
  most: longestText.name,
  secret: true,
  inputMode: 'text',
  needs: { brief: 'list:wholeName', sentence: 'list:needName' },
}

/** The agency with which an order is placed. */
export const byCompany: FilterField = {
  kind: 'choice',
  name: 'company',
  label: 'recoveryCase:screen.company',
  most: 100,
  options: async (client) => {
    const { agencies: names } = await client.call(agencies, {})
    return names.map((name) => ({ value: name, name }))
  },
}

/** The stage of a loan near its due day, or overdue. */
export const byEveryStage = {
  kind: 'choice',
  name: 'stage',
  label: 'recoveryCase:screen.stage',
  options: collectionStages.map((value) => ({ value, words: `recoveryCase:stage.${value}` })),
} as const satisfies FilterField
/** The stage of an overdue loan. */
export const byStage: FilterField = {
  ...byEveryStage,
  options: byEveryStage.options.filter(({ value }) => value !== 'pre'),
}
