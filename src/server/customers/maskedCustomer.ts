import { maskAccount, maskEmail, maskName, maskNik, maskPhone, provinces } from '../../machines/identity.ts'
import type { Customer } from '../../services/customer.ts'

/** What lists show of a customer: enough to recognise one who is on the line, not to learn who they are. */
export type Brief = Record<'name' | 'phone' | 'nik' | 'email' | 'city' | 'province' | 'bank' | 'account', string>

export const briefOf = (record: Customer): Brief => ({
  name: maskName(record.name),
  phone: maskPhone(record.phone),
  nik: maskNik(record.nik),
  email: maskEmail(record.email),
  city: record.address.city,
  province: provinceOf(record),
  bank: record.bank.name,
  account: maskAccount(record.bank.account),
})

/** What they show of one who was erased. */
export const nobody: Brief = { name: '', phone: '', nik: '', email: '', city: '', province: '', bank: '', account: '' }

/** The name of the province that somebody lives in; '' for a code that is none. */
export const provinceOf = ({ address }: Pick<Customer, 'address'>): string =>
  (provinces as Record<string, string>)[address.province] ?? ''
