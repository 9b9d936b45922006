import type { Rule, RuleContent } from './rules.ts'

const knockOut = (category: string, name: string, expression: string, words: Rule['words']): Rule => ({
  name,
  category,
  words,
  expression,
  kind: 'knockOut',
  points: 0,
})

const weighted = (category: string, name: string, points: number, expression: string, words: Rule['words']): Rule => ({
  name,
  category,
  words,
  expression,
  kind: 'weighted',
  points,
})

/** The name of the built-in version. */
export const firstVersion = 'builtin-1'

/** The rules in force until a lender publishes its own. */
export const firstRules: RuleContent = {
  rules: [
    knockOut('identity', 'ageOutOfRange', 'age < 21 || age > 60', {
      id: 'Usia di luar ketentuan',
      en: 'Age out of range',
      zh: '年龄不在范围内',
    }),
    knockOut('history', 'reappliedTooSoon', 'daysSinceRejection < reapplyDays', {
      id: 'Mengajukan lagi terlalu cepat setelah ditolak',
      en: 'Applied again too soon after a rejection',
      zh: '被拒后过早再次申请',
    }),
    knockOut('bureau', 'bureauOverdue', 'maxDaysPastDue > 90', {
      id: 'Tunggakan di biro kredit',
      en: 'Overdue loans at the credit bureau',
      zh: '征信有逾期',
    }),
    // The supervisor's loan quality grades: 3 substandard, 4 doubtful, 5 loss.
    knockOut('bureau', 'bureauPoorQuality', 'loanQuality >= 4', {
      id: 'Kualitas pinjaman buruk di biro kredit',
      en: 'Poor loan quality at the credit bureau',
      zh: '征信贷款质量差',
    }),
    weighted('income', 'incomeTooLow', 120, 'monthlyIncome < 2500000', {
      id: 'Penghasilan terlalu rendah',
      en: 'Income too low',
      zh: '收入过低',
    }),
    weighted('income', 'amountAboveIncome', 90, 'amount > monthlyIncome', {
      id: 'Jumlah terlalu besar untuk penghasilan',
      en: 'Amount too high for the income',
      zh: '申请金额与收入不匹配',
    }),
    weighted('bureau', 'tooManyOpenLoans', 80, 'openLoans > 3', {
      id: 'Terlalu banyak pinjaman berjalan',
      en: 'Too many open loans',
      zh: '未结清贷款过多',
    }),
    weighted('bureau', 'tooManyInquiries', 60, 'inquiries30 > 5', {
      id: 'Terlalu sering dicek di biro kredit',
      en: 'Too many credit bureau inquiries',
      zh: '征信查询次数过多',
    }),
  ],
  best: 800,
  bands: [
    { rating: 'A', from: 760 },
    { rating: 'B', from: 680 },
    { rating: 'C', from: 600 },
    { rating: 'D', from: 520 },
  ],
}
