import { type EditField, editFields, type EditKind } from '../../machines/customerEdit.fields.ts'
import { rupiahIn } from '../../machines/money.ts'
import { edits } from '../../services/order.ts'

/** The locale key of each editable field. */
export const fieldLabels: Record<EditField, string> = {
  name: 'approval:screen.name',
  gender: 'approval:screen.gender',
  birthday: 'approval:screen.birthday',
  phone: 'approval:screen.phone',
  email: 'approval:screen.email',
  street: 'approval:screen.address',
  city: 'order:city',
  province: 'order:province',
  employer: 'approval:screen.employer',
  job: 'approval:screen.job',
  monthlyIncome: 'approval:screen.monthlyIncome',
  employedSince: 'approval:screen.employedSince',
  nik: 'approval:screen.nik',
  bank: 'approval:screen.bankName',
  account: 'approval:screen.account',
  accountHolder: 'approval:screen.accountHolder',
  card: 'approval:screen.card',
}

/** The typed text by field; empty for an unchanged field. */
export type Typed = Partial<Record<EditField, string>>

/** The body of the call: the fields that were filled in. */
export const inputOf = (typed: Typed): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(typed)
      .map(([field, text]) => [field, text.trim()] as const)
      .filter(([, text]) => text !== '')
      .map(([field, text]) => [field, field === 'monthlyIncome' ? (rupiahIn(text) ?? text) : text]),
  )

/** Validates the typed values before the call; answers a reason by field. */
export const flawsOf = (kind: EditKind, typed: Typed): Partial<Record<EditField, string>> => {
  const { error } = edits[kind].body.safeParse({ orderNo: '-', ...inputOf(typed) })
  const fields: readonly string[] = editFields[kind]
  return Object.fromEntries(
    (error?.issues ?? [])
      .filter(({ path }) => fields.includes(String(path[0])))
      .map(({ path, message }) => [String(path[0]), /^[a-zA-Z]+$/.test(message) ? message : 'invalid']),
  )
}
