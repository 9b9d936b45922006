/** The four edits of a customer's data, and what each may change. */
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
  bankCard: ['account', 'accountHolder'],
} as const

export const editKinds = ['userInfo', 'nik', 'bankName', 'bankCard'] as const
export type EditKind = (typeof editKinds)[number]
export type EditField = (typeof editFields)[EditKind][number]

/** What an application was checked by: the bank's word on the account, and the rules with the bureau's answer. */
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

/** Which checks of an application do not count any more once these fields changed. */
export const checksOf = (fields: readonly EditField[]): Check[] => [
  ...new Set(fields.flatMap((field) => checked[field] ?? [])),
]
