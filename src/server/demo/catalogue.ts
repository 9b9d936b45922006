/** The channels, apps and products of the simulated lender. */
export const channels = ['playstore', 'organic', 'affiliate', 'referral', 'social']
export const apps = [
  { code: 'DK', name: 'DanaKios' },
  { code: 'PW', name: 'PinjamWarung' },
]
export const products = [
  {
    code: 'KILAT',
    name: 'Kilat',
    min_amount: 500_000,
    max_amount: 3_000_000,
    terms: [14, 30],
    service_fee_bps: 500,
    handling_fee: 15_000,
  },
  {
    code: 'CICIL',
    name: 'Cicil',
    min_amount: 1_000_000,
    max_amount: 12_000_000,
    terms: [90, 180],
    service_fee_bps: 350,
    handling_fee: 25_000,
  },
]

export type Lender = {
  channels: string[]
  apps: typeof apps
  products: typeof products
  staff: Record<string, string[]>
}
