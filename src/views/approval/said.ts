import { useTranslation } from 'react-i18next'
import type { Said } from '../detail/Changes.tsx'
import { useFormat } from '../shared/format.ts'
import type { Detail } from './subject.ts'

/** Formats every fact of an application that an event can change. */
export const useSaid = () => {
  const { t } = useTranslation()
  const { money, number, instant, language } = useFormat()
  const known = <Value>(value: Value | null | undefined, words: (value: Value) => string) =>
    value === null || value === undefined || value === '' ? '' : words(value)
  const days = (count: number) => t('approve:days', { count })

  const ofOrder = ({ order, terms, mend, note }: Detail): Said => ({
    'approve:state': t(`approval:state.${order.state}`),
    'approve:round': number(order.round),
    'approve:holder': order.holderName ?? '',
    'approve:claimUntil': known(order.claimDue, instant),
    'approve:firstReviewer': order.firstReviewerName ?? '',
    'approve:finalReviewer': order.finalReviewerName ?? '',
    'approve:proposedAmount': known(order.proposedAmount, money),
    'approve:proposedTerm': known(order.proposedTerm, days),
    'approve:serviceFee': money(terms.serviceFee),
    'approve:arrivalAmount': money(terms.arrivalAmount),
    'approve:reason': known(order.reason, (reason) => t(`approval:reason.${reason}`)),
    'approval:ask.mend': mend.map((field) => t(`approval:mend.${field}`)).join(', '),
    'approval:ask.note': note ?? '',
  })

  const ofMachine = ({ order, finding, rules }: Detail): Said => ({
    'approve:machineAt': known(order.machineAt, instant),
    'approve:refer': order.refer ? t('approve:referText') : '',
    'approve:score': known(finding?.score, number),
    'approve:rating': known(finding?.rating, (rating) => t(`approval:rating.${rating}`)),
    'approve:hits': (finding?.hits ?? [])
      .map(({ rule }) => rules.find(({ name }) => name === rule)?.words[language] ?? rule)
      .join(', '),
    'approve:missing': (finding?.missing ?? [])
      .map((input) => t(`risk:field.${input}`, { defaultValue: input }))
      .join(', '),
    'approve:accountVerified': finding
      ? t(finding.accountVerified ? 'approve:accountVerified' : 'approve:accountNotVerified')
      : '',
  })

  const ofPerson = ({ person, documents }: Detail): Said => ({
    'approve:name': person.name,
    'approve:birthday': person.birthday,
    'approve:phone': person.phone,
    'approve:email': person.email,
    'approve:address': [person.street, person.city, person.province].filter(Boolean).join(', '),
    'approve:employer': person.employer,
    'approve:job': person.job,
    'approve:monthlyIncome': known(person.monthlyIncome, money),
    'approve:employedSince': person.employedSince,
    'approve:bankName': person.bank,
    'approve:account': person.account,
    'approve:accountHolder': person.accountHolder,
    'approve:contacts': person.contacts.map(({ name, phone }) => `${name}, ${phone}`).join('\n'),
    'approve:documents': documents.map(({ kind }) => t(`approval:mend.${kind}`)).join(', '),
  })

  const ofAll = (detail: Detail): Said => ({ ...ofOrder(detail), ...ofMachine(detail), ...ofPerson(detail) })
  return { ofAll, ofPerson }
}
