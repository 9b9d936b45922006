import type { RevealedField, Why } from '../../services/reveal.ts'
import { badInput } from '../kit/inputIssues.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { createAttemptLimit } from '../staff/attemptLimit.ts'
import { type Call, place } from '../staff/call.ts'

/** `record` is the version of the customer's record that it is read in. */
type About = { subject: string; person: string; record: number; field: RevealedField; contact?: number | undefined }

const hour = 60 * 60

export type Show = (call: Call<unknown>, about: About, why: Why, value: string) => Promise<string>

/** Shows one thing of a customer to somebody who says why: so many times an hour, and each time in the audit, without what it was. */
export const createReveals = ({ db, audit }: Pick<Server, 'db' | 'audit'>): Show => {
  const shown = createAttemptLimit(db, 'reveal', { points: policy.mostShownAnHour, duration: hour })

  return async (call, { subject, ...about }, { purpose, words }, value) => {
    // Whoever writes it down beside the reason would keep it for good. To be told so tells what it is: that counts as being shown.
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
        // A key that is kept for later is no way to look again without an entry.
        hour: Math.floor(call.now / (hour * 1000)),
        ...place(call),
      },
    }
    // A call that is sent again because its answer was lost is one showing.
    if (!(await audit.isThere(entry))) {
      await shown.use(call.by)
      if (!(await audit.recordOnce(entry))) await shown.giveBack(call.by)
    }
    if (isTold) throw badInput([{ field: 'words', reason: 'personal' }], call.language)
    return value
  }
}
