import { longest, orderNoPart } from '../../services/approve.ts'
import { getApps } from '../../services/power.ts'
import type { FilterField } from '../list/filter.ts'

export const byOrderNo: FilterField = {
  kind: 'text',
  name: 'orderNo',
  label: 'approve:orderNo',
  least: orderNoPart,
  most: longest.orderNo,
}
export const byPhone: FilterField = {
  kind: 'text',
  name: 'phone',
  label: 'approve:phone',
  most: longest.phone,
  secret: true,
  inputMode: 'tel',
}
export const byNik: FilterField = {
  kind: 'text',
  name: 'nik',
  label: 'approve:nik',
  most: longest.nik,
  secret: true,
  inputMode: 'numeric',
}

export const byApp: FilterField = {
  kind: 'choice',
  name: 'app',
  label: 'approve:app',
  most: longest.app,
  options: async (client) => {
    const { apps } = await client.call(getApps, {})
    return apps.map(({ code, name }) => ({ value: code, name }))
  },
}

export const byCustomerType: FilterField = {
  kind: 'choice',
  name: 'customerType',
  label: 'approve:customerType',
  options: ['new', 'old', 'globalOld'].map((value) => ({ value, words: `approval:customerType.${value}` })),
}

export const byApplied: FilterField = {
  kind: 'days',
  name: 'applied',
  label: 'approve:appliedAt',
  from: 'appliedFrom',
  to: 'appliedTo',
}

export const mine: FilterField = { kind: 'flag', name: 'mine', label: 'approve:mine' }
