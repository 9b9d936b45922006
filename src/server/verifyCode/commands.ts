import { randomInt } from 'node:crypto'
import { messageTimes } from '../../machines/messageRules.ts'
import * as verifyCode from '../../services/verifyCode.ts'
import { rulesAt } from '../inForce.ts'
import { sellersOf } from '../lead/sellers.ts'
import type { Server } from '../server.ts'
import { commandsOf } from '../staff/commands.ts'
import { verifyCodeLists } from './lists.ts'

/** The list of codes, and what sellers do with them. */
export const verifyCodeHandlers = (server: Server) => {
  const { db, store, vault, ids, handle } = server
  const { page, count } = verifyCodeLists(server)
  handle(verifyCode.list, page)
  handle(verifyCode.count, count)
  handle(verifyCode.choices, async () => ({
    sellers: (await sellersOf(db)).map(({ id, name }) => ({ id, name })),
  }))

  const { command, create } = commandsOf(server, 'verifyCode', ({ id }: { id: string }) => id)
  create(
    verifyCode.issue,
    'codeIssued',
    async ({ lead }, { now }) => {
      const stream = `lead/${lead}` as const
      const { version, context } = await store.existing(stream)
      const rules = await rulesAt({ db }, 'messageRules', now)
      const id = ids()
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      return {
        id,
        facts: { lead, seller: context.seller, ttl: messageTimes(rules).codeTtl, mostTries: rules.codeTries },
        reads: [{ stream, version }],
        shown: { code },
        writes: (tx) =>
          tx
            .insertInto('verify_code_hash')
            .values({ id, hash: vault.codeDigest(id, code) })
            .execute(),
      }
    },
    { unshown: () => ({ code: null }) },
  )
  command(verifyCode.voidCode, 'codeVoided')
}
