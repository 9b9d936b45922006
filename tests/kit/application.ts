import type { Customer } from '../../src/services/customer.ts'
import type { BodyOf } from '../../src/services/endpoint.ts'
import type { apply } from '../../src/services/intake.ts'

let serial = 0

/**
 * A fresh NIK of a woman born on 17 August 1992 in Jakarta. The last two digits steer the sandbox bureau, so they avoid
 * 96 to 99.
 */
export const freshNik = (ending?: string): string => {
  serial += 1
  const [district, first, last] = [serial / 6400, serial / 80, serial].map((count) => 10 + (Math.floor(count) % 80))
  return `3171${district}570892${ending ? `${last}${ending}` : `${first}${last}`}`
}

export const customer = ({ nik = freshNik(), ...more }: Partial<Customer> = {}): Customer => ({
  name: 'Sri Wahyuni',
  gender: 'female',
  nik,
  birthday: '1992-08-17',
  phone: '081234567890',
  email: 'sri@pelanggan.example',
  address: { street: 'Jalan Melati 8', city: 'Jakarta Pusat', province: '31' },
  employment: { employer: 'Toko Maju', job: 'Kasir', monthlyIncome: 6_000_000, since: '2019-02-01' },
  bank: { name: 'BCA', account: '1234567890', holder: 'Sri Wahyuni' },
  contacts: [{ name: 'Dewi Lestari', phone: '081298765432', relationship: 'sibling', consented: true }],
  ...more,
})

/** An application as a customer's app sends it. The machine's result depends on the bureau's answer for the NIK. */
export const application = (more: Partial<BodyOf<typeof apply>> = {}): BodyOf<typeof apply> => ({
  app: 'DK',
  channel: 'organic',
  product: 'KILAT',
  amount: 2_000_000,
  term: 30,
  customer: customer(),
  documents: [],
  ...more,
})
