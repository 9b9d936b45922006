import type { EditField } from '../../machines/customerEdit.fields.ts'
import { mask, unmasked } from '../customers/maskRecord.ts'
import type { PersonRecord } from '../customers/vault.ts'

/** The new values of the fields that an edit changes. */
export type Changed = Partial<Record<EditField, string | number>>

const paths: Record<EditField, readonly string[]> = {
  name: ['name'],
  gender: ['gender'],
  birthday: ['birthday'],
  phone: ['phone'],
  email: ['email'],
  street: ['address', 'street'],
  city: ['address', 'city'],
  province: ['address', 'province'],
  employer: ['employment', 'employer'],
  job: ['employment', 'job'],
  monthlyIncome: ['employment', 'monthlyIncome'],
  employedSince: ['employment', 'since'],
  nik: ['nik'],
  bank: ['bank', 'name'],
  account: ['bank', 'account'],
  accountHolder: ['bank', 'holder'],
  card: ['bank', 'card'],
}

const valueAt = (record: PersonRecord, field: EditField): unknown =>
  paths[field].reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], record)

/** Lists the fields whose new value differs from the record's. */
export const fieldsChanged = (record: PersonRecord, changed: Changed): EditField[] =>
  (Object.keys(changed) as EditField[]).filter((field) => valueAt(record, field) !== changed[field])

/** Copies the record with the new values. */
export const recordWith = (record: PersonRecord, changed: Changed): PersonRecord => {
  const after = structuredClone(record)
  for (const [field, value] of Object.entries(changed)) {
    const path = paths[field as EditField]
    const parent = path.slice(0, -1).reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], after)
    ;(parent as Record<string, unknown>)[path.at(-1)!] = value
  }
  return after
}

/** Lists the values of these fields in two record versions, masked unless `open`. */
export const changesBetween = (
  before: PersonRecord | undefined,
  after: PersonRecord | undefined,
  fields: readonly EditField[],
  open: boolean,
) => {
  const [one, other] = [before, after].map((record) => (open ? unmasked(record) : mask(record)))
  const text = (value: string | number | null) => (value === null ? '***' : String(value))
  return fields.map((field) => ({ field, before: text(one![field]), after: text(other![field]) }))
}
