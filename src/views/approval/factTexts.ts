import { useTranslation } from 'react-i18next'
import type { Detail } from '../../services/approval.ts'
import type { FactTexts } from '../detail/record/Changes.tsx'
import { useFormat } from '../shared/format.ts'

/** Formats every fact of an application that an event can change. */
export const useFactTexts = () => {
  const { t } = useTranslation()
  const { money, number, instant, language } = useFormat()
  const known = <Value>(value: Value | null | undefined, words: (value: Value) => string) =>
    value === null || value === undefined || value === '' ? '' : words(value)
  const days = (count: number) => t('approval:screen.days', { count })

  const ofOrder = ({ order, terms, mend, note }: Detail): FactTexts => ({
    'approval:screen.state': t(`approval:state.${order.state}`),
    'approval:screen.round': number(order.round),
    'approval:screen.holder': order.holderName ?? '',
    'approval:screen.claimUntil': known(order.claimDue, instant),
    'approval:screen.firstReviewer': order.firstReviewerName ?? '',
    'approval:screen.finalReviewer': order.finalReviewerName ?? '',
    'approval:screen.proposedAmount': known(order.proposedAmount, money),
    'approval:screen.proposedTerm': known(order.proposedTerm, days),
    'approval:screen.serviceFee': money(terms.serviceFee),
    'approval:screen.arrivalAmount': money(terms.arrivalAmount),
    'approval:screen.reason': known(order.reason, (reason) => t(`approval:reason.${reason}`)),
    'approval:ask.mend': mend.map((field) => t(`approval:mend.${field}`)).join(', '),
    'approval:ask.note': note ?? '',
  })

  const ofMachine = ({ order, finding, rules }: Detail): FactTexts => ({
    'approval:screen.machineAt': known(order.machineAt, instant),
    'approval:screen.refer': order.refer ? t('approval:screen.referText') : '',
    'approval:screen.score': known(finding?.score, number),
    'approval:screen.rating': known(finding?.rating, (rating) => t(`approval:rating.${rating}`)),
    'approval:screen.hits': (finding?.hits ?? [])
      .map(({ rule }) => rules.find(({ name }) => name === rule)?.words[language] ?? rule)
      .join(', '),
    'approval:screen.missing': (finding?.missing ?? [])
      .map((input) => t(`risk:field.${input}`, { defaultValue: input }))
      .join(', '),
    'approval:screen.accountVerified': finding
      ? t(finding.accountVerified ? 'approval:screen.accountVerified' : 'approval:screen.accountNotVerified')
      : '',
  })

  const ofPerson = ({ person, documents }: Detail): FactTexts => ({
    'approval:screen.name': person.name,
    'approval:screen.birthday': person.birthday,
    'approval:screen.phone': person.phone,
    'approval:screen.email': person.email,
    'approval:screen.address': [person.street, person.city, person.province].filter(Boolean).join(', '),
    'approval:screen.employer': person.employer,
    'approval:screen.job': person.job,
    'approval:screen.monthlyIncome': known(person.monthlyIncome, money),
    'approval:screen.employedSince': person.employedSince,
    'approval:screen.bankName': person.bank,
    'approval:screen.account': person.account,
    'approval:screen.accountHolder': person.accountHolder,
    'approval:screen.card': person.card,
    'approval:screen.contacts': person.contacts.map(({ name, phone }) => `${name}, ${phone}`).join('\n'),
    'approval:screen.documents': documents.map(({ kind }) => t(`approval:mend.${kind}`)).join(', '),
  })

  const ofAll = (detail: Detail): FactTexts => ({ ...ofOrder(detail), ...ofMachine(detail), ...ofPerson(detail) })
  return { ofAll, ofPerson }
}
