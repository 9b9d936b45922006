import { type Application, type MachineFinding, machineOutcome } from '../../machines/approval.facts.ts'
import { businessDay } from '../../machines/calendar.ts'
import { neverRejected, type RuleInputs } from '../../machines/rules.ts'
import type { BureauAnswer } from '../channels/bureau.ts'
import type { PersonRecord, Vault } from '../customers/vault.ts'
import { rulesAt } from '../inForce.ts'
import { keepInputs } from '../risk/reviewInputs.ts'
import { rulesOf } from '../risk/versions.ts'
import type { Server } from '../server.ts'
import type { Tx } from '../store/command.ts'
import type { Effect } from '../store/outbox.ts'

const dayMs = 86_400_000

const yearsOn = (today: string, birthday: string) => {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}

const monthsOn = (today: string, since: string) => {
  const months = (Number(today.slice(0, 4)) - Number(since.slice(0, 4))) * 12
  const more = Number(today.slice(5, 7)) - Number(since.slice(5, 7))
  return months + more - (today.slice(8) < since.slice(8) ? 1 : 0)
}

const sameName = (one: string, other: string) =>
  one.trim().toLocaleUpperCase('id') === other.trim().toLocaleUpperCase('id')

/**
 * Asks the bank whether the account is the customer's own; throws when the bank does not answer.
 * False, without asking, when the account holder has another name.
 */
export const accountHeld = async (
  channels: Server['channels'],
  customer: PersonRecord | undefined,
  reference: string,
): Promise<boolean> => {
  if (!customer) return false
  const { name: bank, account, holder } = customer.bank
  return sameName(customer.name, holder) && channels.bank.holds({ bank, account, holder }, reference)
}

export type Review = { finding: MachineFinding; bureau: BureauAnswer | null; inputs: RuleInputs }

/** Asks the bureau and the bank, then runs the rules in force on their answers; throws when one does not answer. */
export const reviewOf = async (
  { db, store, vault, channels }: Pick<Server, 'db' | 'store' | 'vault' | 'channels'>,
  application: Application,
  round: number,
  reference: string,
  now: number,
): Promise<Review> => {
  const { person, personVersion, orderNo } = application
  const [customer] = await vault.read([{ person, version: personVersion }])
  const rejectedAt = await lastRejection(db, person, orderNo)
  const bureau = customer ? await channels.bureau.inquire(customer.nik, reference) : null
  const accountVerified = await accountHeld(channels, customer, reference)
  const inputs = {
    ...applicantInputs(customer, businessDay(now)),
    ...applicationInputs(application),
    round,
    ...bureauInputs(bureau),
    daysSinceRejection: rejectedAt === null ? neverRejected : Math.floor((now - rejectedAt) / dayMs),
    reapplyDays: (await rulesAt({ db }, 'approvalRules', now)).reapplyDays,
  }
  const judged = (await rulesOf({ db, store }).current()).judge(inputs)
  return { finding: { ...judged, bureau: bureau && reference, accountVerified }, bureau, inputs }
}

/** Answers the machine review as its outcome's event. Retries when a provider does not answer. */
export const machineReview =
  (server: Server): Effect<'approval'> =>
  async ({ stream, event: reference }) => {
    const { value, context } = await server.store.state(stream)
    if (value !== 'machineReview') return undefined
    const now = server.clock.now()
    const application = context.application!
    const { round } = context
    const { personVersion } = application
    const review = await reviewOf(server, application, round, reference, now)
    return {
      event: {
        type: machineOutcome(review.finding),
        by: 'SYS',
        at: now,
        round,
        personVersion,
        finding: review.finding,
      },
      writes: (tx) => keepReview(server.vault, tx, { ...application, round, reference, at: now }, review),
    }
  }

type Reviewed = { orderNo: string; round: number; person: string; reference: string; at: number }

/** Stores the bureau's answer under the finding's reference, and the inputs of the rules. */
export const keepReview = async (
  vault: Vault,
  tx: Tx,
  { orderNo, round, person, reference, at }: Reviewed,
  { finding, bureau, inputs }: Review,
): Promise<void> => {
  const answer = bureau && {
    id: reference,
    kind: 'bureau',
    mime: 'application/json',
    bytes: Buffer.from(JSON.stringify(bureau)),
  }
  await vault.writeDocuments(tx, person, at, answer ? [answer] : [])
  await keepInputs(tx, { orderNo, round, person, ruleSet: finding.ruleSet, at }, inputs)
}

const applicantInputs = (customer: PersonRecord | undefined, today: string) => ({
  age: customer ? yearsOn(today, customer.birthday) : null,
  gender: customer?.gender ?? null,
  monthlyIncome: customer?.employment.monthlyIncome ?? null,
  employedMonths: customer ? monthsOn(today, customer.employment.since) : null,
  province: customer?.address.province ?? null,
})

const applicationInputs = ({
  amount,
  term,
  product,
  app,
  channel,
  customerType,
  loanCount,
  failedOrderCount,
}: Application) => ({ amount, term, product, app, channel, customerType, loanCount, failedOrderCount })

// A customer unknown to the bureau has no credit history. The missing inputs refer the application to a reviewer.
const bureauInputs = (bureau: BureauAnswer | null) => ({
  loanQuality: bureau?.loanQuality ?? null,
  remainingLoan: bureau?.found ? bureau.remainingLoan : null,
  maxDaysPastDue: bureau?.found ? bureau.maxDaysPastDue : null,
  openLoans: bureau?.found ? bureau.openLoans : null,
  inquiries30: bureau?.found ? bureau.inquiries30 : null,
})

const lastRejection = async (db: Server['db'], person: string, orderNo: string): Promise<number | null> => {
  const row = await db.sql
    .selectFrom('approval')
    .select((eb) => eb.fn.max('since').as('at'))
    .where('person', '=', person)
    .where('order_no', '!=', orderNo)
    .where('state', 'in', ['machineRejected', 'firstRejected', 'finalRejected'])
    .executeTakeFirst()
  return row?.at ?? null
}
