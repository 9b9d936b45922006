import { loansOf } from '../../src/server/channels/bureau.sandbox.ts'
import type { Customer } from '../../src/services/customer.ts'
import type { BodyOf } from '../../src/services/endpoint.ts'
import type { apply } from '../../src/services/intake.ts'
import { application, customer, freshNik } from './application.ts'

/** The NIK of a new person. The sandbox bureau rates one in twelve badly, and this one well. */
const wellRatedNik = (): string => {
  const nik = freshNik()
  const { loanQuality, openLoans } = loansOf(nik)
  return loanQuality === 1 && openLoans <= 3 ? nik : wellRatedNik()
}

/** A new customer that the machine passes. */
export const passingCustomer = (more: Partial<Customer> = {}): Customer => customer({ nik: wellRatedNik(), ...more })

/** An application that the machine passes, of a new customer unless one is given. */
export const passing = (more: Partial<BodyOf<typeof apply>> = {}): BodyOf<typeof apply> =>
  application({ ...more, customer: more.customer ?? passingCustomer() })
