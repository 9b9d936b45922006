import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type {
  App,
  BankAccount,
  ChannelCost,
  Product,
  Rate,
  Setting,
  SettingKind,
} from '../../machines/setting.facts.ts'
import type { Projection } from '../store/projection.ts'

/** The row of a setting in the lists: its values in force beside the proposed ones. */
const row = (stream: string, { version, value, context }: State<Setting>) => ({
  id: idOf(stream),
  version,
  state: stateName(value) as 'proposed' | 'refused' | 'takenBack' | 'inForce' | 'changing',
  kind: context.kind as SettingKind,
  code: context.code,
  in_force: context.inForce,
  proposed: context.proposed,
  confirmed: context.confirmed,
  refused: context.refused,
})

const app = (_stream: string, { context: { code, inForce } }: State<Setting>) => {
  const [values] = inForce as App[]
  return values && { code, name: values.name }
}

const product = (_stream: string, { context: { code, inForce } }: State<Setting>) => {
  const [values] = inForce as Product[]
  return (
    values && {
      code,
      name: values.name,
      min_amount: values.minAmount,
      max_amount: values.maxAmount,
      terms: values.terms,
      service_fee_bps: values.serviceFee,
      handling_fee: values.handlingFee,
    }
  )
}

const rates = (_stream: string, { context: { code, inForce } }: State<Setting>) =>
  (inForce as Rate[]).map((rate) => ({
    product: code,
    from_day: rate.from,
    every: rate.every,
    interest: rate.interest,
    early_fee: rate.earlyFee,
    late_fee: rate.lateFee,
    late_from: rate.lateFrom,
    fee_days: rate.feeDays,
    cap: rate.cap,
  }))

const channelCosts = (_stream: string, { context: { code, inForce } }: State<Setting>) =>
  (inForce as ChannelCost[]).map(({ from, perApplication }) => ({
    code,
    from_day: from,
    per_application: perApplication,
  }))

const bankAccount = (_stream: string, { context: { code, inForce } }: State<Setting>) => {
  const [values] = inForce as BankAccount[]
  return values && { code, bank: values.bank, name: values.name, number: values.number }
}

declare module '../db/tables.ts' {
  interface Tables {
    setting: ReturnType<typeof row>
    lending_app: NonNullable<ReturnType<typeof app>>
    product: NonNullable<ReturnType<typeof product>>
    product_rate: ReturnType<typeof rates>[number]
    channel_cost: ReturnType<typeof channelCosts>[number]
    bank_account: NonNullable<ReturnType<typeof bankAccount>>
  }
}

export const settingProjection: Projection = { table: 'setting', key: 'id', row }
export const appProjection: Projection = { table: 'lending_app', key: 'code', row: app }
export const productProjection: Projection = { table: 'product', key: 'code', row: product }
export const rateProjection: Projection = { table: 'product_rate', key: 'product', part: 'from_day', rows: rates }
export const channelCostProjection: Projection = {
  table: 'channel_cost',
  key: 'code',
  part: 'from_day',
  rows: channelCosts,
}
export const bankAccountProjection: Projection = { table: 'bank_account', key: 'code', row: bankAccount }
