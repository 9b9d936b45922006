import { type RawBuilder, sql } from 'kysely'
import { normalPhone } from '../../machines/identity.ts'
import { wholeOrderNo } from '../../machines/orderNo.ts'
import { containing } from '../kit/like.ts'
import { type LookupKind, nameFound, type Vault as WholeVault } from './vault.ts'

/** On rows that have an order's number and its customer, whatever table they are of. */
type Condition = RawBuilder<boolean>
type Vault = Pick<WholeVault, 'owners'>
type Who = Partial<Record<'orderNo' | 'phone' | 'nik' | 'fullName', string | undefined>>

const wholeNik = /^\d{16}$/

/** Of whoever is or ever was known by this, written as `lookupsOf` has it. */
export const ownedBy = (vault: Vault, kind: LookupKind, value: string): Condition =>
  sql`person in ${vault.owners(kind, value)}`

/** Of a whole order number, or of all that have this part. */
export const numbered = (orderNo: string): Condition =>
  wholeOrderNo.test(orderNo) ? sql`order_no = ${orderNo}` : sql`order_no like ${containing(orderNo)}`

/** What any list of orders can be found by: a number or a part of one, and what a customer is known by. */
export const customerFilter = (vault: Vault, { orderNo, phone, nik, fullName }: Who): Condition[] => [
  ...(orderNo ? [numbered(orderNo)] : []),
  ...(phone ? [ownedBy(vault, 'phone', normalPhone(phone) ?? phone)] : []),
  ...(nik ? [ownedBy(vault, 'nik', nik)] : []),
  ...(fullName ? [ownedBy(vault, 'name', nameFound(fullName))] : []),
]

/** What of a customer's own one text is. */
export const ownIn = (text: string): 'nik' | 'phone' | undefined => {
  if (wholeOrderNo.test(text)) return undefined
  if (wholeNik.test(text)) return 'nik'
  return normalPhone(text) === undefined ? undefined : 'phone'
}

/** What one text names for certain: a whole order number, a NIK or a phone; undefined when it is none of them. */
export const named = (vault: Vault, text: string): Condition | undefined => {
  if (wholeOrderNo.test(text)) return numbered(text)
  if (wholeNik.test(text)) return ownedBy(vault, 'nik', text)
  const phone = normalPhone(text)
  return phone === undefined ? undefined : ownedBy(vault, 'phone', phone)
}
