import { Callout } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { dayStart } from '../../machines/calendar.ts'
import type { Detail } from '../../services/approval.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { moneyCell } from '../list/cells.tsx'
import { useFormat } from '../shared/format.ts'
import { Masked } from './Masked.tsx'

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
      title="approval:screen.applicant"
      facts={{
        'approval:screen.name': <Masked {...{ detail, field: 'name' }}>{person.name}</Masked>,
        'approval:screen.nik': <Masked {...{ detail, field: 'nik' }}>{person.nik}</Masked>,
        'approval:screen.birthday': <Masked {...{ detail, field: 'birthday', as: day }}>{day(person.birthday)}</Masked>,
        'approval:screen.gender': person.gender && t(`approval:screen.genders.${person.gender}`),
        'approval:screen.phone': <Masked {...{ detail, field: 'phone' }}>{person.phone}</Masked>,
        'approval:screen.email': <Masked {...{ detail, field: 'email' }}>{person.email}</Masked>,
        'approval:screen.address': (
          <Masked {...{ detail, field: 'street', as: address }}>{address(person.street)}</Masked>
        ),
        'approval:screen.registeredOn': detail.registeredOn && day(detail.registeredOn),
        'approval:screen.lastLoginOn': detail.lastLoginOn && day(detail.lastLoginOn),
      }}
    >
      {person.warnings.map((warning) => (
        <Callout key={warning} compact intent="warning" className="detail-warning">
          {t(`approval:screen.warnings.${warning}`)}
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
      title="approval:screen.employment"
      facts={{
        'approval:screen.employer': <Masked {...{ detail, field: 'employer' }}>{person.employer}</Masked>,
        'approval:screen.job': person.job,
        'approval:screen.monthlyIncome': (
          <Masked {...{ detail, field: 'monthlyIncome', as: (amount) => amount && moneyCell(Number(amount), format) }}>
            {person.monthlyIncome === null && masked
              ? t('approval:screen.hidden')
              : moneyCell(person.monthlyIncome, format)}
          </Masked>
        ),
        'approval:screen.employedSince': day(person.employedSince),
      }}
    />
  )
}

export const Contacts = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslation()
  const { person } = detail
  return (
    <Facts title="approval:screen.contacts">
      {person.contacts.length === 0 && <p className="quiet">{t('approval:screen.noContacts')}</p>}
      <ul className="detail-lines">
        {person.contacts.map((contact, index) => (
          // Masked contacts may be identical, so their text gives no unique key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span>
              <Masked {...{ detail, field: 'contactName', contact: index }}>{contact.name}</Masked>
              <small>{t(`approval:screen.relationships.${contact.relationship}`)}</small>
            </span>
            <span>
              <Masked {...{ detail, field: 'contactPhone', contact: index }}>{contact.phone}</Masked>
              <small>{t(contact.consented ? 'approval:screen.consented' : 'approval:screen.notConsented')}</small>
            </span>
          </li>
        ))}
      </ul>
    </Facts>
  )
}
