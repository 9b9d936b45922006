import { type RawBuilder, sql } from 'kysely'
import { nikFound, phoneFound } from '../../machines/identity.ts'
import { wholeOrderNo } from '../../machines/orderNo.ts'
import { containing } from '../kit/like.ts'
import { type LookupKind, nameFound, type Vault as WholeVault } from './vault.ts'

/** A condition on rows of any table with the columns `order_no` and `person`. */
type Condition = RawBuilder<boolean>
type Vault = Pick<WholeVault, 'owners'>
type Who = Partial<Record<'orderNo' | 'phone' | 'nik' | 'fullName', string | undefined>>

const wholeNik = /^\d{16}$/

/** Rows of customers who have or ever had this value, in the form of `lookupsOf`. */
export const ownedBy = (vault: Vault, kind: LookupKind, value: string): Condition =>
  sql`person in ${vault.owners(kind, value)}`

/** Rows of this order number, or of all that contain this part of one. */
export const numbered = (orderNo: string): Condition =>
  wholeOrderNo.test(orderNo) ? sql`order_no = ${orderNo}` : sql`order_no like ${containing(orderNo)}`

/** The conditions by which every list of orders can be searched: order number or a part of it, phone, NIK, name. */
export const customerFilter = (vault: Vault, { orderNo, phone, nik, fullName }: Who): Condition[] => [
  ...(orderNo ? [numbered(orderNo)] : []),
  ...(phone ? [ownedBy(vault, 'phone', phoneFound(phone) ?? phone)] : []),
  ...(nik ? [ownedBy(vault, 'nik', nikFound(nik))] : []),
  ...(fullName ? [ownedBy(vault, 'name', nameFound(fullName))] : []),
]

/** Whether a text is a NIK or a phone; undefined when it is neither or an order number. */
export const ownIn = (text: string): 'nik' | 'phone' | undefined => {
  if (wholeOrderNo.test(text)) return undefined
  if (wholeNik.test(nikFound(text))) return 'nik'
  return phoneFound(text) === undefined ? undefined : 'phone'
}

/** The condition for a text that is a whole order number, a NIK or a phone; undefined when it is none of them. */
export const named = (vault: Vault, text: string): Condition | undefined => {
  if (wholeOrderNo.test(text)) return numbered(text)
  const nik = nikFound(text)
  if (wholeNik.test(nik)) return ownedBy(vault, 'nik', nik)
  const phone = phoneFound(text)
  return phone === undefined ? undefined : ownedBy(vault, 'phone', phone)
}
