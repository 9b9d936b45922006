import { Callout } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { dayStart } from '../../machines/calendar.ts'
import { Facts } from '../detail/Facts.tsx'
import { moneyCell } from '../list/cells.tsx'
import { useFormat } from '../shared/format.ts'
import type { Detail } from './subject.ts'

type Person = Detail['person']

// A masked day is not one, and is shown as it came.
const useDay = () => {
  const { day } = useFormat()
  return (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? day(dayStart(text)) : text)
}

export const Applicant = ({ person }: { person: Person }) => {
  const { t } = useTranslation()
  const day = useDay()
  return (
    <Facts
      title="approve:applicant"
      facts={{
        'approve:name': person.name,
        'approve:nik': person.nik,
        'approve:birthday': day(person.birthday),
        'approve:gender': person.gender && t(`approve:genders.${person.gender}`),
        'approve:phone': person.phone,
        'approve:email': person.email,
        'approve:address': [person.street, person.city, person.province].filter(Boolean).join(', '),
      }}
    >
      {person.warnings.map((warning) => (
        <Callout key={warning} compact intent="warning" className="detail-warning">
          {t(`approve:warnings.${warning}`)}
        </Callout>
      ))}
    </Facts>
  )
}

export const Employment = ({ person, masked }: { person: Person; masked: boolean }) => {
  const format = useFormat()
  const { t } = format
  const day = useDay()
  return (
    <Facts
      title="approve:employment"
      facts={{
        'approve:employer': person.employer,
        'approve:job': person.job,
        'approve:monthlyIncome':
          person.monthlyIncome === null && masked ? t('approve:hidden') : moneyCell(person.monthlyIncome, format),
        'approve:employedSince': day(person.employedSince),
      }}
    />
  )
}

export const Contacts = ({ person }: { person: Person }) => {
  const { t } = useTranslation()
  return (
    <Facts title="approve:contacts">
      {person.contacts.length === 0 && <p className="detail-quiet">{t('approve:noContacts')}</p>}
      <ul className="detail-lines">
        {person.contacts.map((contact, index) => (
          // Two that are masked may read the same.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span>
              {contact.name}
              <small>{t(`approve:relationships.${contact.relationship}`)}</small>
            </span>
            <span>
              {contact.phone}
              <small>{t(contact.consented ? 'approve:consented' : 'approve:notConsented')}</small>
            </span>
          </li>
        ))}
      </ul>
    </Facts>
  )
}
