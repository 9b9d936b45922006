import type { Application, Approval, MachineFinding } from '../../machines/approval.facts.ts'
import { businessDay } from '../../machines/calendar.ts'
import type { State } from '../../machines/kernel.ts'
import { judge } from '../../machines/ruleset.ts'
import type { BureauAnswer } from '../channels/bureau.ts'
import type { Server } from '../server.ts'
import { settings } from '../settings.ts'
import type { Tx } from '../store.ts'
import type { Vault } from '../vault.ts'
import type { Effect } from '../work.ts'

const dayMs = 86_400_000

const yearsOn = (today: string, birthday: string) => {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}

export const outcome = ({ hits, missing }: MachineFinding) =>
  hits.some((hit) => hit.knockOut) ? 'machineRejected' : missing.length > 0 ? 'machineReferred' : 'machinePassed'

const sameName = (one: string, other: string) =>
  one.trim().toLocaleUpperCase('id') === other.trim().toLocaleUpperCase('id')

/** Asks the bureau and the bank about an application and runs the rule set over what they say; throws when one does not answer. */
export const reviewOf = async (
  { db, vault, channels }: Pick<Server, 'db' | 'vault' | 'channels'>,
  application: Application,
  reference: string,
  now: number,
): Promise<{ finding: MachineFinding; bureau: BureauAnswer | null }> => {
  const { person, personVersion, orderNo, amount } = application
  const [customer] = await vault.read([{ person, version: personVersion }])
  const rejectedAt = await lastRejection(db, person, orderNo)
  const bureau = customer ? await channels.bureau.inquire(customer.nik, reference) : null
  const account = customer && { bank: customer.bank.name, account: customer.bank.account, holder: customer.bank.holder }
  const accountVerified =
    account !== undefined && sameName(customer!.name, account.holder) && (await channels.bank.holds(account, reference))
  const judged = judge({
    age: customer ? yearsOn(businessDay(now), customer.birthday) : null,
    monthlyIncome: customer?.employment.monthlyIncome ?? null,
    amount,
    ...bureauInputs(bureau),
    daysSinceRejection: rejectedAt === null ? Infinity : Math.floor((now - rejectedAt) / dayMs),
    reapplyDays: settings.reapplyDays,
  })
  return { finding: { ...judged, bureau: bureau && reference, accountVerified }, bureau }
}

/** The machine review as the event it ends in. A provider that does not answer is asked again later. */
export const machineReview =
  (server: Server): Effect =>
  async ({ stream, event: reference }) => {
    const { value, context } = (await server.store.state(stream)) as State<Approval>
    if (value !== 'machineReview') return undefined
    const now = server.clock.now()
    const application = context.application!
    const { finding, bureau } = await reviewOf(server, application, reference, now)
    return {
      event: { type: outcome(finding), by: 'SYS', at: now, round: context.round, finding },
      writes: (tx) => keepAnswer(server.vault, tx, application.person, reference, bureau, now),
    }
  }

/** Keeps what the bureau said under the reference that the finding names. */
export const keepAnswer = (
  vault: Vault,
  tx: Tx,
  person: string,
  reference: string,
  bureau: BureauAnswer | null,
  at: number,
) =>
  vault.writeDocuments(
    tx,
    person,
    at,
    bureau
      ? [{ id: reference, kind: 'bureau', mime: 'application/json', bytes: Buffer.from(JSON.stringify(bureau)) }]
      : [],
  )

// Somebody the bureau has not heard of has no history to judge: a person looks at it.
const bureauInputs = (bureau: BureauAnswer | null) => ({
  loanQuality: bureau?.loanQuality ?? null,
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
