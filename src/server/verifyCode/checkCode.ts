import * as intake from '../../services/intake.ts'
import { againWhenStale } from '../kit/conflict.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { stamp } from '../staff/call.ts'

/**
 * Checks the code that somebody with a phone types in the customers' app: the newest that a seller issued to them, which
 * replaces all before it. A refusal does not tell a wrong code from one that was used, or ran out, or never was.
 */
export const checkCode = (server: Server) => {
  const { db, store, vault, handle } = server
  const refused = () => new Refused(422, 'verifyCode:refused')

  const newestOf = (phone: string) =>
    db.sql
      .selectFrom('verify_code')
      .innerJoin('verify_code_hash', 'verify_code_hash.id', 'verify_code.id')
      .select(['verify_code.id', 'hash'])
      .where('lead', 'in', vault.owners('phone', phone))
      .orderBy('issued_at', 'desc')
      .limit(1)
      .executeTakeFirst()

  handle(intake.verifyCode, async ({ phone, code }, call) => {
    if (await store.answered(call)) return {}
    const found = await newestOf(phone)
    if (!found) throw refused()
    const stream = `verifyCode/${found.id}` as const
    const isRight = vault.codeDigest(found.id, code) === found.hash
    await againWhenStale(async () => {
      const { version, value, context } = await store.state(stream)
      if (value !== 'issued' || call.now >= context.expiresAt) throw refused()
      const isLast = context.tries + 1 >= context.mostTries
      const type = isRight ? 'codeUsed' : isLast ? 'codeLocked' : 'codeMistried'
      // A wrong try that is repeated because its answer was lost counts once.
      const key = isRight ? call.key : `${call.key} wrong`
      await store.send({ stream, version, event: { type, ...stamp(call) }, via: 'SYS', key, request: call.request })
    })
    if (!isRight) throw refused()
    return {}
  })
}
