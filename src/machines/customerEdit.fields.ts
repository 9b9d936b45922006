/** The four edits of a customer's data, and the fields that each may change. */
export const editFields = {
  userInfo: [
    'name',
    'gender',
    'birthday',
    'phone',
    'email',
    'street',
    'city',
    'province',
    'employer',
    'job',
    'monthlyIncome',
    'employedSince',
  ],
  nik: ['nik'],
  bankName: ['bank'],
  // An account belongs to its bank, so both change in one edit.
  bankCard: ['bank', 'account', 'accountHolder', 'card'],
} as const

export const editKinds = ['userInfo', 'nik', 'bankName', 'bankCard'] as const
export type EditKind = (typeof editKinds)[number]
export type EditField = (typeof editFields)[EditKind][number]

/** The checks of an application: the bank's verification of the account, and the rules with the bureau's answer. */
export type Check = 'account' | 'rules'

const checked: Partial<Record<EditField, Check>> = {
  name: 'account',
  bank: 'account',
  account: 'account',
  accountHolder: 'account',
  nik: 'rules',
  birthday: 'rules',
  monthlyIncome: 'rules',
}

/** The checks of an application that a change of these fields invalidates. */
export const checksOf = (fields: readonly EditField[]): Check[] => [
  ...new Set(fields.flatMap((field) => checked[field] ?? [])),
]
