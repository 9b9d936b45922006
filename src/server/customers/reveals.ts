import type { RevealedField, Why } from '../../services/reveal.ts'
import { rulesAt } from '../inForce.ts'
import { badInput } from '../kit/inputIssues.ts'
import type { Server } from '../server.ts'
import { createAttemptLimit } from '../staff/attemptLimit.ts'
import { type Call, place } from '../staff/call.ts'

/** `record` is the version of the customer's record that holds the value. */
type About = { subject: string; person: string; record: number; field: RevealedField; contact?: number | undefined }

const hour = 60 * 60

export type Show = (call: Call<unknown>, about: About, why: Why, value: string) => Promise<string>

/**
 * Shows one field of a customer to staff who state a reason. Each showing writes an audit entry without the value, and
 * their number an hour is limited; throws 429 beyond it.
 */
export const createReveals = ({ db, audit }: Pick<Server, 'db' | 'audit'>): Show => {
  return async (call, { subject, ...about }, { purpose, words }, value) => {
    // A reason that contains the value would keep it in the audit for good, so it is dropped and refused. The refusal
    // confirms the value, so it counts as a showing.
    const isTold = value !== '' && (words?.toLowerCase().includes(value.toLowerCase()) ?? false)
    const entry = {
      at: call.now,
      actor: call.by,
      type: 'fieldShown',
      subject,
      data: {
        ...about,
        purpose,
        words: isTold ? undefined : words,
        call: call.key,
        // The hour makes a later repetition of the same idempotency key a new entry.
        hour: Math.floor(call.now / (hour * 1000)),
        ...place(call),
      },
    }
    // A call repeated because its answer was lost counts as one showing.
    if (!(await audit.isThere(entry))) {
      const { reveals } = await rulesAt({ db }, 'staffRules', call.now)
      const shown = createAttemptLimit(db, 'reveal', { points: reveals, duration: hour })
      await shown.use(call.by)
      if (!(await audit.recordOnce(entry))) await shown.giveBack(call.by)
    }
    if (isTold) throw badInput([{ field: 'words', reason: 'personal' }], call.language)
    return value
  }
}
