import { bureauSandbox } from '../../src/server/channels/bureau.sandbox.ts'
import type { BureauAnswer } from '../../src/server/channels/bureau.ts'
import type { Customer } from '../../src/services/customer.ts'
import type { BodyOf } from '../../src/services/endpoint.ts'
import type { apply } from '../../src/services/intake.ts'
import { application, customer } from './application.ts'

// The sandbox bureau rates one NIK in twelve badly; these are of people it rates well.
const bureau = bureauSandbox()
const wellThoughtOf = async (nik: string) => {
  const inquiry = { method: 'POST', body: JSON.stringify({ nik, reference: 'kit' }) }
  const answer = (await (await bureau.request('/inquiries', inquiry)).json()) as BureauAnswer
  return answer.loanQuality === 1 && answer.openLoans <= 3
}

const niks: string[] = []
for (let serial = 1; niks.length < 600; serial += 1) {
  const nik = `317102570892${String(serial).padStart(4, '0')}`
  if (serial % 100 < 96 && (await wellThoughtOf(nik))) niks.push(nik)
}

/** A new customer that the machine passes. */
export const passingCustomer = (more: Partial<Customer> = {}): Customer => customer({ nik: niks.shift()!, ...more })

/** An application that the machine passes, of a new customer unless one is given. */
export const passing = (more: Partial<BodyOf<typeof apply>> = {}): BodyOf<typeof apply> =>
  application({ ...more, customer: more.customer ?? passingCustomer() })
