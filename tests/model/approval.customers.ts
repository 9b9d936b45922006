import type { Customer } from '../../src/services/customer.ts'
import { customer } from '../kit/application.ts'
import { passingCustomer } from '../kit/passing.ts'
import type { Outlook } from './approval.moves.ts'

const account = (number: string) => ({ bank: { ...customer().bank, account: number } })

// What the sandbox bank does is in an account's last digits: 00 is somebody else's, 99 has no answer.
const declared: Record<Outlook, Partial<Customer>> = {
  passes: {},
  unverified: account('1234567800'),
  refers: {},
  rejects: { birthday: '2010-08-17' },
  silent: account('1234567899'),
}

/** What a customer sends for the machine to end so. */
export const customerFor = (outlook: Outlook, nik: string): Customer => customer({ nik, ...declared[outlook] })

let strangers = 0

/** The NIK of somebody who never applied. The sandbox bureau has not heard of numbers that end in 97, and thinks well of the others. */
export const nikFor = (outlook: Outlook): string => {
  if (outlook !== 'refers') return passingCustomer().nik
  strangers += 1
  return `31${10 + Math.floor(strangers / 90)}${10 + (strangers % 90)}5708920097`
}
