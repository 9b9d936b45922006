import { Callout } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { dayStart } from '../../machines/calendar.ts'
import { Facts } from '../detail/Facts.tsx'
import { moneyCell } from '../list/cells.tsx'
import { useFormat } from '../shared/format.ts'
import { Masked } from './Masked.tsx'
import type { Detail } from './subject.ts'

// A masked date does not parse, so it is shown as received.
const useDay = () => {
  const { day } = useFormat()
  return (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? day(dayStart(text)) : text)
}

export const Applicant = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslation()
  const day = useDay()
  const { person } = detail
  const address = (street: string) => [street, person.city, person.province].filter(Boolean).join(', ')
  return (
    <Facts
      title="approve:applicant"
      facts={{
        'approve:name': <Masked {...{ detail, field: 'name' }}>{person.name}</Masked>,
        'approve:nik': <Masked {...{ detail, field: 'nik' }}>{person.nik}</Masked>,
        'approve:birthday': <Masked {...{ detail, field: 'birthday', as: day }}>{day(person.birthday)}</Masked>,
        'approve:gender': person.gender && t(`approve:genders.${person.gender}`),
        'approve:phone': <Masked {...{ detail, field: 'phone' }}>{person.phone}</Masked>,
        'approve:email': <Masked {...{ detail, field: 'email' }}>{person.email}</Masked>,
        'approve:address': <Masked {...{ detail, field: 'street', as: address }}>{address(person.street)}</Masked>,
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

export const Employment = ({ detail }: { detail: Detail }) => {
  const format = useFormat()
  const { t } = format
  const day = useDay()
  const { person, masked } = detail
  return (
    <Facts
      title="approve:employment"
      facts={{
        'approve:employer': <Masked {...{ detail, field: 'employer' }}>{person.employer}</Masked>,
        'approve:job': person.job,
        'approve:monthlyIncome': (
          <Masked {...{ detail, field: 'monthlyIncome', as: (amount) => amount && moneyCell(Number(amount), format) }}>
            {person.monthlyIncome === null && masked ? t('approve:hidden') : moneyCell(person.monthlyIncome, format)}
          </Masked>
        ),
        'approve:employedSince': day(person.employedSince),
      }}
    />
  )
}

export const Contacts = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslation()
  const { person } = detail
  return (
    <Facts title="approve:contacts">
      {person.contacts.length === 0 && <p className="detail-quiet">{t('approve:noContacts')}</p>}
      <ul className="detail-lines">
        {person.contacts.map((contact, index) => (
          // Masked contacts may be identical, so their text gives no unique key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span>
              <Masked {...{ detail, field: 'contactName', contact: index }}>{contact.name}</Masked>
              <small>{t(`approve:relationships.${contact.relationship}`)}</small>
            </span>
            <span>
              <Masked {...{ detail, field: 'contactPhone', contact: index }}>{contact.phone}</Masked>
              <small>{t(contact.consented ? 'approve:consented' : 'approve:notConsented')}</small>
            </span>
          </li>
        ))}
      </ul>
    </Facts>
  )
}
