import type { ContactOutcome, Wish } from '../../machines/contact.facts.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Scope } from '../staff/appScope.ts'
import { type Call, stamp } from '../staff/call.ts'
import { attemptContact } from './attempt.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault' | 'clock'>
type Caller = Pick<Call<unknown>, 'by' | 'key'>

/** Marks an attempt of an agency's staff, who may collect beyond the lender's own last day. */
export const byAgency = ({ company }: Scope): Pick<Wish, 'agency'> => (company === undefined ? {} : { agency: true })

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
export const tellOutcome = async (
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
