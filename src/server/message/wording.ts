import type { Approval } from '../../machines/approval.facts.ts'
import { businessDay } from '../../machines/calendar.ts'
import { normalPhone } from '../../machines/identity.ts'
import { type State, stateName } from '../../machines/kernel.ts'
import type { Lead } from '../../machines/lead.facts.ts'
import type { Loan } from '../../machines/loan.facts.ts'
import { maskName } from '../../machines/masks.ts'
import type { RecoveryCase } from '../../machines/recoveryCase.facts.ts'
import type { SmsCategory, SmsLanguage } from '../../machines/smsText.ts'
import { filledWith, type SmsValues } from '../../machines/smsText.ts'
import { isAboutDebt, smsValuesOf, untrueBecause } from '../../machines/smsValues.ts'
import { type Known as KnownPerson, knownOf as knownPeopleOf, newestRecords } from '../contact/attempt.ts'
import { linksByApp, maskedOptOutLink, optOutLinkOf } from '../contact/optOutLink.ts'
import type { PersonRecord } from '../customers/vault.ts'
import { say } from '../kit/i18n.ts'
import type { Server } from '../server.ts'
import type { Read } from '../store/command.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault'>
type Template = { body: string; language: SmsLanguage; category: SmsCategory }

/** Whom a text is for: an order's customer, or a lead to whom an app speaks. */
export type Recipient = { orderNo: string | null; person: string; app: string }

/** Why somebody is not sent a text, with the variables that have no value where that is why. */
export type Skip = { skip: string; missing?: string[] }
/** A text that is true for its order or lead: the number, the wording, the wording as staff see it, and the streams read. */
export type Worded = {
  skip: undefined
  person: string
  personVersion: number
  to: string
  wording: string
  masked: string
  reads: readonly Read[]
}

type Spoken = {
  appName: string
  /** The values of the template's links: whole for the customer, masked for staff. */
  links: SmsValues
  maskedLinks: SmsValues
}

type Known = Spoken & {
  approval: State<Approval>
  loanState: State<Loan>
  caseState: State<RecoveryCase>
  /** The record that the order names, and the newest one with its version; undefined for an erased customer. */
  record: PersonRecord | undefined
  newest: { version: number; record: PersonRecord } | undefined
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
  const spoken = await speaking({ db, vault }, language)
  return applications.map(({ app, person }, index) => ({
    approval: approvals[index]!,
    loanState: loans[index]!,
    caseState: cases[index]!,
    record: records[index],
    newest: newest.get(person),
    ...spoken(app, person),
  }))
}

/** Reads the names and links of the apps, in which each speaks to a person. */
const speaking = async ({ db, vault }: Pick<Parts, 'db' | 'vault'>, language: SmsLanguage) => {
  const lenders = await db.sql.selectFrom('lending_app').select(['code', 'name']).execute()
  const nameOf = new Map(lenders.map(({ code, name }) => [code, name]))
  const linksOf = await linksByApp(db)
  return (app: string, person: string): Spoken => {
    const links = linksOf.get(app)
    const appLink = links && { appLink: links.appLink }
    return {
      appName: nameOf.get(app) ?? app,
      links: { ...appLink, ...(links && { optOutLink: optOutLinkOf(vault, links, person, language) }) },
      maskedLinks: { ...appLink, ...(links && { optOutLink: maskedOptOutLink(links, language) }) },
    }
  }
}

/**
 * Fills a template with the values of each of some recipients at an instant. Whether they may be reached is not asked
 * here.
 */
export const wordedAll = async (
  parts: Parts,
  recipients: readonly Recipient[],
  template: Template,
  now: number,
): Promise<(Skip | Worded)[]> => {
  const orderNos = recipients.flatMap(({ orderNo }) => (orderNo === null ? [] : [orderNo]))
  const known = orderNos.length === 0 ? [] : await knownOf(parts, orderNos, template)
  const ofOrders = new Map(orderNos.map((orderNo, nth) => [orderNo, filled(orderNo, known[nth]!, template, now)]))
  const ofLeads = await wordedToLeads(
    parts,
    recipients.filter(({ orderNo }) => orderNo === null),
    template,
  )
  return recipients.map(({ orderNo, person }) => (orderNo === null ? ofLeads.get(person)! : ofOrders.get(orderNo)!))
}

/** `wordedAll` for one recipient. */
export const worded = async (
  parts: Parts,
  recipient: Recipient,
  template: Template,
  now: number,
): Promise<Skip | Worded> => (await wordedAll(parts, [recipient], template, now))[0]!

/** Fills a template for each of some leads, by their person. */
const wordedToLeads = async (
  parts: Parts,
  leads: readonly Pick<Recipient, 'person' | 'app'>[],
  template: Template,
): Promise<Map<string, Skip | Worded>> => {
  if (leads.length === 0) return new Map()
  const persons = leads.map(({ person }) => person)
  const states = await parts.store.states(persons.map((person) => `lead/${person}` as const))
  const people = await knownPeopleOf(parts, persons)
  const spoken = await speaking(parts, template.language)
  return new Map(
    leads.map(({ person, app }, nth) => [
      person,
      filledToLead(person, states[nth]!, people.get(person), spoken(app, person), template),
    ]),
  )
}

const filledToLead = (
  person: string,
  { version, value, context }: State<Lead>,
  known: { version: number; record: KnownPerson } | undefined,
  spoken: Spoken,
  template: Template,
): Skip | Worded => {
  if (!known) return { skip: 'erased' }
  // The contact rules refuse a person who may not be contacted, and name the rule.
  if (value === 'invalid' && context.reason !== 'doNotContact') return { skip: 'leadInvalid' }
  // A customer by now, whom messages reach by their order.
  if (context.applied) return { skip: 'leadApplied' }
  const { name, phone } = known.record
  const values = { name, appName: spoken.appName }
  const reads = [{ stream: `lead/${person}`, version }]
  return inWords({ person, personVersion: known.version, name, phone, values, reads }, spoken, template)
}

type Said = { person: string; personVersion: number; name: string; phone: string; values: SmsValues; reads: Read[] }

/** Fills a template, for who gets it and as staff see it. */
const inWords = (
  { person, personVersion, name, phone, values, reads }: Said,
  { links, maskedLinks }: Spoken,
  { body, language }: Template,
): Skip | Worded => {
  const to = normalPhone(phone)
  if (to === undefined) return { skip: 'badNumber' }
  const text = filledWith(body, { ...values, ...links }, language)
  if ('unfilled' in text) return { skip: 'unfilled', missing: text.unfilled }
  const masked = filledWith(body, { ...values, ...maskedLinks, name: maskName(name) }, language)
  if ('unfilled' in masked) return { skip: 'unfilled', missing: masked.unfilled }
  return { skip: undefined, person, personVersion, to, wording: text.text, masked: masked.text, reads }
}

/** What the customer of a returned application is to mend; of any other, nothing. */
export const mendOf = ({ value, context }: State<Approval>, language: SmsLanguage) =>
  value === 'returned' ? context.mend.map((field) => say(language, `approval:mend.${field}`)).join(', ') : ''

const filled = (
  orderNo: string,
  { approval, loanState, caseState, record, newest, ...spoken }: Known,
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
  const { bank } = record
  const { appName } = spoken
  const values = {
    ...smsValuesOf({ name, bank: bank.name, appName, approval: approval.context, loan, today }),
    mend: mendOf(approval, template.language),
  }
  const reads = [
    { stream: `approval/${orderNo}`, version: approval.version },
    { stream: `loan/${orderNo}`, version: loanState.version },
    ...(asksForMoney ? [{ stream: `recoveryCase/${orderNo}`, version: caseState.version }] : []),
  ]
  return inWords({ person, personVersion: newest.version, name, phone, values, reads }, spoken, template)
}
