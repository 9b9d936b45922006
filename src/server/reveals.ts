import type { RevealedField, Why } from '../services/reveal.ts'
import { type Call, place } from './call.ts'
import { badInput } from './issues.ts'
import type { Server } from './server.ts'
import { settings } from './settings.ts'
import { createThrottle } from './throttle.ts'

type About = { subject: string; person: string; field: RevealedField; contact?: number | undefined }

const hour = 60 * 60

export type Show = (call: Call<unknown>, about: About, why: Why, value: string) => Promise<string>

/** Shows one thing of a customer to somebody who says why: so many times an hour, and each time in the audit, without what it was. */
export const createReveals = ({ db, audit }: Pick<Server, 'db' | 'audit'>): Show => {
  const shown = createThrottle(db, 'reveal', { points: settings.mostShownAnHour, duration: hour })

  return async (call, { subject, ...about }, { purpose, words }, value) => {
    await shown.use(call.by)
    // Whoever writes it down beside the reason would keep it for good. To be told so tells what it is: that counts as being shown.
    const isTold = value !== '' && (words?.toLowerCase().includes(value.toLowerCase()) ?? false)
    await audit.recordOnce({
      at: call.now,
      actor: call.by,
      type: 'fieldShown',
      subject,
      data: { ...about, purpose, words: isTold ? undefined : words, call: call.key, ...place(call) },
    })
    if (isTold) throw badInput([{ field: 'words', reason: 'personal' }], call.language)
    return value
  }
}
