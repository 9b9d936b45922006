import type { Approval } from '../../machines/approval.facts.ts'
import { businessDay } from '../../machines/calendar.ts'
import { normalPhone } from '../../machines/identity.ts'
import { type State, stateName } from '../../machines/kernel.ts'
import type { Loan } from '../../machines/loan.facts.ts'
import { maskName } from '../../machines/masks.ts'
import type { RecoveryCase } from '../../machines/recoveryCase.facts.ts'
import type { SmsCategory, SmsLanguage } from '../../machines/smsText.ts'
import { filledWith, type SmsValues } from '../../machines/smsText.ts'
import { isAboutDebt, smsValuesOf, untrueBecause } from '../../machines/smsValues.ts'
import { newestRecords } from '../contact/attempt.ts'
import { linksByApp, maskedOptOutLink, optOutLinkOf } from '../contact/optOutLink.ts'
import type { PersonRecord } from '../customers/vault.ts'
import type { Server } from '../server.ts'
import type { Read } from '../store/command.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault'>
type Template = { body: string; language: SmsLanguage; category: SmsCategory }

/** Why an order's customer is not sent a text, with the variables that have no value where that is why. */
export type Skip = { skip: string; missing?: string[] }
/** A text that is true for its order: the number, the wording, the wording as staff see it, and the streams read. */
export type Worded = {
  skip: undefined
  person: string
  personVersion: number
  to: string
  wording: string
  masked: string
  reads: readonly Read[]
}

type Known = {
  approval: State<Approval>
  loanState: State<Loan>
  caseState: State<RecoveryCase>
  /** The record that the order names, and the newest one with its version; undefined for an erased customer. */
  record: PersonRecord | undefined
  newest: { version: number; record: PersonRecord } | undefined
  appName: string
  /** The values of the template's links: whole for the customer, masked for staff. */
  links: SmsValues
  maskedLinks: SmsValues
}

/** Reads the values for a text about each of some orders. */
const knownOf = async (
  { db, store, vault }: Parts,
  orderNos: readonly string[],
  { language }: Template,
): Promise<Known[]> => {
  const approvals = await store.states(orderNos.map((orderNo) => `approval/${orderNo}` as const))
  const loans = await store.states(orderNos.map((orderNo) => `loan/${orderNo}` as const))
  const cases = await store.states(orderNos.map((orderNo) => `recoveryCase/${orderNo}` as const))
  const applications = approvals.map(({ context }) => context.application!)
  const records = await vault.read(applications.map(({ person, personVersion: version }) => ({ person, version })))
  const newest = await newestRecords(
    { db, vault },
    applications.map(({ person }) => person),
  )
  const lenders = await db.sql.selectFrom('lending_app').select(['code', 'name']).execute()
  const nameOf = new Map(lenders.map(({ code, name }) => [code, name]))
  const linksOf = await linksByApp(db)
  return applications.map(({ app, person }, index) => {
    const links = linksOf.get(app)
    const appLink = links && { appLink: links.appLink }
    return {
      approval: approvals[index]!,
      loanState: loans[index]!,
      caseState: cases[index]!,
      record: records[index],
      newest: newest.get(person),
      appName: nameOf.get(app) ?? app,
      links: { ...appLink, ...(links && { optOutLink: optOutLinkOf(vault, links, person, language) }) },
      maskedLinks: { ...appLink, ...(links && { optOutLink: maskedOptOutLink(links, language) }) },
    }
  })
}

/**
 * Fills a template with the values of each of some orders at an instant. Whether the customers may be reached is not
 * asked here.
 */
export const wordedAll = async (
  parts: Parts,
  orderNos: readonly string[],
  template: Template,
  now: number,
): Promise<(Skip | Worded)[]> =>
  (await knownOf(parts, orderNos, template)).map((known, index) => filled(orderNos[index]!, known, template, now))

/** `wordedAll` for one order. */
export const worded = async (parts: Parts, orderNo: string, template: Template, now: number): Promise<Skip | Worded> =>
  (await wordedAll(parts, [orderNo], template, now))[0]!

const filled = (
  orderNo: string,
  { approval, loanState, caseState, record, newest, appName, links, maskedLinks }: Known,
  template: Template,
  now: number,
): Skip | Worded => {
  const loan = loanState.version > 0 && loanState.value !== 'voided' ? loanState.context : undefined
  const today = businessDay(now)
  const untrue = untrueBecause(template, loan, today)
  if (untrue) return { skip: untrue }
  const asksForMoney = isAboutDebt(template)
  if (asksForMoney && stateName(caseState.value).startsWith('open.held')) return { skip: 'held' }
  const { person } = approval.context.application!
  if (!record || !newest) return { skip: 'erased' }
  // An earlier record may name a number that is somebody else's by now.
  const { name, phone } = newest.record
  const to = normalPhone(phone)
  if (to === undefined) return { skip: 'badNumber' }
  const { bank } = record
  const values = smsValuesOf({ name, bank: bank.name, appName, approval: approval.context, loan, today })
  const text = filledWith(template.body, { ...values, ...links }, template.language)
  if ('unfilled' in text) return { skip: 'unfilled', missing: text.unfilled }
  const maskedValues = { ...values, ...maskedLinks, name: maskName(name) }
  const masked = filledWith(template.body, maskedValues, template.language)
  if ('unfilled' in masked) return { skip: 'unfilled', missing: masked.unfilled }
  const reads = [
    { stream: `approval/${orderNo}`, version: approval.version },
    { stream: `loan/${orderNo}`, version: loanState.version },
    ...(asksForMoney ? [{ stream: `recoveryCase/${orderNo}`, version: caseState.version }] : []),
  ]
  return { skip: undefined, person, personVersion: newest.version, to, wording: text.text, masked: masked.text, reads }
}
