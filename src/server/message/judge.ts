import { businessDay } from '../../machines/calendar.ts'
import { maskName, normalPhone } from '../../machines/identity.ts'
import type { SmsCategory, SmsLanguage } from '../../machines/smsText.ts'
import { filledWith } from '../../machines/smsText.ts'
import { smsValuesOf, untrueBecause } from '../../machines/smsValues.ts'
import type { Server } from '../server.ts'
import type { Read } from '../store/command.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault'>
type Template = { body: string; language: SmsLanguage; category: SmsCategory }

/** Why an order's customer is not sent a text, with the variables that have no value where that is why. */
export type Skip = { skip: string; missing?: string[] }
/** A text that is true for its order: the number, the wording, the wording with the name masked, and the streams read. */
export type Worded = {
  skip: undefined
  person: string
  personVersion: number
  to: string
  wording: string
  masked: string
  reads: readonly Read[]
}

/** Fills a template with the values of an order at an instant. Whether the customer may be reached is not asked here. */
export const worded = async (
  { db, store, vault }: Parts,
  orderNo: string,
  template: Template,
  now: number,
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
  const { name, bank } = record
  const values = smsValuesOf({ name, bank: bank.name, appName, approval: approval.context, loan, today })
  const filled = filledWith(template.body, values, template.language)
  if ('unfilled' in filled) return { skip: 'unfilled', missing: filled.unfilled }
  const masked = filledWith(template.body, { ...values, name: maskName(name) }, template.language)
  if ('unfilled' in masked) return { skip: 'unfilled', missing: masked.unfilled }
  const reads = [
    { stream: `approval/${orderNo}`, version: approval.version },
    { stream: `loan/${orderNo}`, version: loanState.version },
  ]
  return { skip: undefined, person, personVersion, to, wording: filled.text, masked: masked.text, reads }
}
