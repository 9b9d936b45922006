import { provinces } from '../../machines/identity.ts'
import { maskAccount, maskEmail, maskName, maskNik, maskPhone } from '../../machines/masks.ts'
import type { Customer } from '../../services/customer.ts'

/** A masked customer for lists: enough to recognise a caller, not enough to learn who they are. */
export type MaskedCustomer = Record<
  'name' | 'phone' | 'nik' | 'email' | 'city' | 'province' | 'bank' | 'account',
  string
>

export const maskedCustomerOf = (record: Customer): MaskedCustomer => ({
  name: maskName(record.name),
  phone: maskPhone(record.phone),
  nik: maskNik(record.nik),
  email: maskEmail(record.email),
  city: record.address.city,
  province: provinceOf(record),
  bank: record.bank.name,
  account: maskAccount(record.bank.account),
})

/** The masked data of an erased customer. */
export const nobody: MaskedCustomer = {
  name: '',
  phone: '',
  nik: '',
  email: '',
  city: '',
  province: '',
  bank: '',
  account: '',
}

/** The name of a customer's province; '' for an unknown code. */
export const provinceOf = ({ address }: Pick<Customer, 'address'>): string =>
  (provinces as Record<string, string>)[address.province] ?? ''
