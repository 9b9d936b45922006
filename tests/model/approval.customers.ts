import type { Customer } from '../../src/services/customer.ts'
import { customer } from '../kit/application.ts'
import { passingCustomer } from '../kit/passing.ts'
import type { Outlook } from './approval.moves.ts'

const account = (number: string) => ({ bank: { ...customer().bank, account: number } })

// The last digits of an account steer the sandbox bank: 00 belongs to somebody else, 99 gets no answer.
const declared: Record<Outlook, Partial<Customer>> = {
  passes: {},
  unverified: account('1234567800'),
  refers: {},
  rejects: { birthday: '2010-08-17' },
  silent: account('1234567899'),
}

/** The customer whose data leads the machine to this outcome. */
export const customerFor = (outlook: Outlook, nik: string): Customer => customer({ nik, ...declared[outlook] })

let strangers = 0

/**
 * The NIK of a person who never applied. The sandbox bureau does not know NIKs that end in 97, and rates the others
 * well.
 */
export const nikFor = (outlook: Outlook): string => {
  if (outlook !== 'refers') return passingCustomer().nik
  strangers += 1
  return `31${10 + Math.floor(strangers / 90)}${10 + (strangers % 90)}5708920097`
}
