import { businessDay } from '../../machines/calendar.ts'
import { normalPhone } from '../../machines/identity.ts'
import type { SmsCategory, SmsLanguage } from '../../machines/smsText.ts'
import { filledWith } from '../../machines/smsText.ts'
import { smsValuesOf, untrueBecause } from '../../machines/smsValues.ts'
import type { PersonRecord } from '../customers/vault.ts'
import type { Server } from '../server.ts'
import type { Read } from '../store/command.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault'>
type Template = { body: string; language: SmsLanguage; category: SmsCategory }

/** Why an order's customer is not sent a text, with the variables that have no value where that is why. */
export type Skip = { skip: string; missing?: string[] }
/** What a text says to an order's customer now: where it goes, its wording, and what that was read from. */
export type Worded = {
  skip: undefined
  person: string
  personVersion: number
  record: PersonRecord
  to: string
  wording: string
  reads: readonly Read[]
}

/** Fills a template with the values of an order at an instant. Whether the customer may be reached is not asked here. */
export const worded = async (
  { db, store, vault }: Parts,
  orderNo: string,
  template: Template,
  now: number,
  nameOf: (record: PersonRecord) => string = ({ name }) => name,
): Promise<Skip | Worded> => {
  const approval = await store.state(`approval/${orderNo}`)
  const loanState = await store.state(`loan/${orderNo}`)
  const loan = loanState.version > 0 && loanState.value !== 'voided' ? loanState.context : undefined
  const today = businessDay(now)
  const untrue = untrueBecause(template, loan, today)
  if (untrue) return { skip: untrue }
  const { person, personVersion, app } = approval.context.application!
  const [record] = await vault.read([{ person, version: personVersion }])
  if (!record) return { skip: 'erased' }
  const to = normalPhone(record.phone)
  if (to === undefined) return { skip: 'badNumber' }
  const lender = await db.sql.selectFrom('lending_app').select('name').where('code', '=', app).executeTakeFirst()
  const appName = lender?.name ?? app
  const of = { name: nameOf(record), bank: record.bank.name, appName, approval: approval.context, loan, today }
  const filled = filledWith(template.body, smsValuesOf(of), template.language)
  if ('unfilled' in filled) return { skip: 'unfilled', missing: filled.unfilled }
  const reads = [
    { stream: `approval/${orderNo}`, version: approval.version },
    { stream: `loan/${orderNo}`, version: loanState.version },
  ]
  return { skip: undefined, person, personVersion, record, to, wording: filled.text, reads }
}
