import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { nikProblem } from '../../machines/identity.ts'
import { randomOf } from '../kit/random.ts'
import type { BureauAnswer } from './bureau.ts'

const inquiry = z.strictObject({
  nik: z.string().check(z.refine((text) => nikProblem(text) === undefined)),
  reference: z.string().check(z.minLength(1), z.maxLength(100)),
})

type Loans = Omit<BureauAnswer, 'reference' | 'inquiries30'>

// The last two digits of a NIK force a case, so that faults come from real inputs: no answer before `silenceMs`,
// unknown NIK, grade 5 with 120 days past due, always 503.
const ending = { silent: '96', notFound: '97', loss: '98', down: '99' }

const unknown: Loans = { found: false, loanQuality: null, remainingLoan: 0, maxDaysPastDue: 0, openLoans: 0 }
const loss: Loans = { found: true, loanQuality: 5, remainingLoan: 2_400_000, maxDaysPastDue: 120, openLoans: 2 }

// The days past due of each grade here. The last begins where the regulator counts a default (over 90 days).
const grades = [
  { quality: 1, share: 74, days: [0, 0] },
  { quality: 2, share: 12, days: [1, 30] },
  { quality: 3, share: 5, days: [31, 60] },
  { quality: 4, share: 4, days: [61, 90] },
  { quality: 5, share: 5, days: [91, 365] },
] as const

/** The simulated bureau's record of a person. */
export function loansOf(nik: string): Loans {
  if (nik.endsWith(ending.notFound)) return unknown
  if (nik.endsWith(ending.loss)) return loss
  const random = randomOf(`bureau/${nik}`)
  if (random.chance(0.15)) return unknown
  const { quality, days } = random.weighted(grades.map((grade) => [grade, grade.share] as const))
  const openLoans = random.pick(quality === 1 ? [0, 0, 0, 1, 1, 2, 3] : [1, 1, 2, 2, 3, random.int(4, 8)])
  return {
    found: true,
    loanQuality: quality,
    remainingLoan: Array.from({ length: openLoans }, () => random.int(3, 60) * 100_000).reduce((a, b) => a + b, 0),
    maxDaysPastDue: random.int(days[0], days[1]),
    openLoans,
  }
}

/**
 * A simulated credit bureau. Its answers depend on the NIK alone, and the inquiry count on NIK and reference. So a
 * repeated inquiry gets the same answer, also after a restart.
 */
export function bureauSandbox({ silenceMs = 120_000 } = {}): Hono {
  const app = new Hono()
  app.post('/inquiries', async (c) => {
    const body = inquiry.safeParse(await c.req.json().catch(() => undefined))
    if (!body.success) return c.json({ error: 'invalid inquiry' }, 400)
    const { nik, reference } = body.data
    if (nik.endsWith(ending.down)) return c.json({ error: 'maintenance' }, 503)
    // The wait ends with the caller's connection, so that a caller who gave up leaves nothing running.
    if (nik.endsWith(ending.silent))
      await delay(silenceMs, undefined, { signal: c.req.raw.signal }).catch(() => undefined)
    const inquiries30 = randomOf(`inquiries/${nik}/${reference}`).pick([0, 0, 0, 1, 1, 2, 4, 9])
    return c.json({ reference, ...loansOf(nik), inquiries30 } satisfies BureauAnswer)
  })
  return app
}
