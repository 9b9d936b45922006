import { sql } from 'kysely'
import type { ContactOutcome, Wish } from '../../machines/contact.facts.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { type Call, stamp } from '../staff/call.ts'
import { type Staff, staffId } from '../staff/sessions.ts'
import { attemptContact } from './attempt.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault' | 'clock'>
type Caller = Pick<Call<unknown>, 'by' | 'key'>

/**
 * Whether somebody holds an order's case, or why nothing is to be collected for it. A loan that is paid off counts before
 * its case follows.
 */
const caseOf = async (
  { db }: Pick<Server, 'db'>,
  orderNo: string,
  holder: string,
): Promise<Pick<Wish, 'rests' | 'ofHolder'>> => {
  const owes = sql<boolean>`exists (
    select from instalment i where i.order_no = recovery_case.order_no and i.standing in ('open', 'writtenOff'))`
  const found = await db.sql
    .selectFrom('recovery_case')
    .select(['state', 'settlement', 'holder', owes.as('owes')])
    .where('order_no', '=', orderNo)
    .executeTakeFirst()
  if (!found) return {}
  if (!found.owes || found.settlement === 'paid') return { rests: 'nothingDue' }
  if (found.state.startsWith('open.held')) return { rests: 'held' }
  return found.holder === holder ? { ofHolder: true } : {}
}

/**
 * The facts of an attempt that depend on the order and the staff: an agency's staff may collect beyond the lender's own
 * last day, and a collector needs a valid certificate.
 */
export const attemptBy = async (
  server: Pick<Server, 'db'>,
  { account, company }: Staff,
  orderNo: string,
): Promise<Pick<Wish, 'agency' | 'certifiedUntil' | 'rests' | 'ofHolder'>> => {
  const one = await server.db.sql
    .selectFrom('collector')
    .select('certified_until as until')
    .where('id', '=', account)
    .executeTakeFirst()
  return {
    ...(company !== undefined && { agency: true }),
    ...(one?.until && { certifiedUntil: one.until }),
    ...(await caseOf(server, orderNo, staffId(account))),
  }
}

/**
 * Notes an attempt of staff before it is made, under their call's key; answers the version of the person's record. Throws
 * 422 in the words of the rule that forbids it.
 */
export const attemptOrRefuse = async (
  server: Parts,
  person: string,
  { by, key: attempt }: Caller,
  wish: Omit<Wish, 'attempt'>,
): Promise<number> => {
  const outcome = await attemptContact(server, person, by, { ...wish, attempt })
  if (outcome.allowed) return outcome.version
  const key = `contact:blocked.${outcome.rule}`
  throw new Refused(422, key, { reason: key, rule: outcome.rule, figures: outcome.figures })
}

type Noted = { attempt: string; outcome: ContactOutcome }

/** Tells a person's record the outcome of an attempt. Somebody may have noted it there already. */
export const recordOutcome = async (
  { store }: Pick<Server, 'store'>,
  person: string,
  call: Parameters<typeof stamp>[0],
  { attempt, outcome }: Noted,
): Promise<void> => {
  try {
    await store.send({
      stream: `contact/${person}`,
      event: { type: 'outcomeNoted', ...stamp(call), attempt, outcome },
      via: 'contact.noteOutcome',
      key: `outcome ${attempt}`,
      request: attempt,
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}
