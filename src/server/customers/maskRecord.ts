import { businessDay } from '../../machines/calendar.ts'
import { nikWarnings } from '../../machines/identity.ts'
import { maskAccount, maskAddress, maskEmail, maskName, maskNik, maskPhone } from '../../machines/masks.ts'
import type { detail } from '../../services/approval.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { provinceOf } from './maskedCustomer.ts'
import type { PersonRecord } from './vault.ts'

type Person = Omit<DataOf<typeof detail>['person'], 'warnings'>

const erased: Person = {
  name: '',
  gender: '',
  nik: '',
  birthday: '',
  phone: '',
  email: '',
  street: '',
  city: '',
  province: '',
  employer: '',
  job: '',
  monthlyIncome: null,
  employedSince: '',
  bank: '',
  account: '',
  accountHolder: '',
  card: '',
  contacts: [],
}

/** A customer's record unmasked; empty fields when the customer was erased. */
export const unmasked = (record: PersonRecord | undefined): Person =>
  record
    ? {
        name: record.name,
        gender: record.gender,
        nik: record.nik,
        birthday: record.birthday,
        phone: record.phone,
        email: record.email,
        street: record.address.street,
        city: record.address.city,
        province: provinceOf(record),
        employer: record.employment.employer,
        job: record.employment.job,
        monthlyIncome: record.employment.monthlyIncome,
        employedSince: record.employment.since,
        bank: record.bank.name,
        account: record.bank.account,
        accountHolder: record.bank.holder,
        card: record.bank.card ?? '',
        contacts: record.contacts,
      }
    : erased

/** Masks a customer's record: enough to recognise a customer on the phone, not enough to learn who they are. */
export const mask = (record: PersonRecord | undefined): Person => {
  const person = unmasked(record)
  if (!record) return person
  return {
    ...person,
    name: maskName(person.name),
    nik: maskNik(person.nik),
    birthday: person.birthday.replace(/^\d{4}-\d{2}-\d{2}$/, (day) => `${day.slice(0, 4)}-**-**`),
    phone: maskPhone(person.phone),
    email: maskEmail(person.email),
    street: maskAddress(person.street),
    employer: maskName(person.employer),
    monthlyIncome: null,
    account: maskAccount(person.account),
    accountHolder: maskName(person.accountHolder),
    card: maskAccount(person.card),
    contacts: person.contacts.map((contact) => ({
      ...contact,
      name: maskName(contact.name),
      phone: maskPhone(contact.phone),
    })),
  }
}

/** Where the record and its NIK disagree: `birthdayDiffers`, `genderDiffers`. */
export const warningsOf = (record: PersonRecord, now: number): string[] =>
  nikWarnings(record.nik, record, businessDay(now))
