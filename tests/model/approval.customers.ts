import type { Bureau } from '../../src/server/channels/bureau.ts'
import type { Customer } from '../../src/services/customer.ts'
import { customer } from '../kit/application.ts'
import type { Outlook } from './approval.moves.ts'

const account = (number: string) => ({ bank: { ...customer().bank, account: number } })

// What the sandbox bank does is in an account's last digits, as its own file says: 00 is somebody else's, 99 has no answer.
const declared: Record<Outlook, Partial<Customer>> = {
  passes: {},
  unverified: account('1234567800'),
  refers: {},
  rejects: { birthday: '2010-08-17' },
  silent: account('1234567899'),
}

/** A customer's application that the machine will judge so. */
export const customerFor = (outlook: Outlook, nik: string): Customer => customer({ nik, ...declared[outlook] })

/** NIKs of people who never applied; the bureau knows nothing against those whom the machine may pass. */
export const createNiks = (bureau: Bureau) => {
  let serial = 0
  const next = (ending: string) => {
    serial += 1
    return `3171${10 + Math.floor(serial / 90)}570892${10 + (serial % 90)}${ending}`
  }
  return async (outlook: Outlook): Promise<string> => {
    // The sandbox bureau knows nobody whose number ends so.
    if (outlook === 'refers') return next('97')
    for (;;) {
      const nik = next('01')
      const { loanQuality } = await bureau.inquire(nik, 'model')
      if (loanQuality !== null && loanQuality < 3) return nik
    }
  }
}
