import * as lead from '../../services/lead.ts'
import { rulesAt } from '../inForce.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { Misread } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Answer, Tx } from '../store/command.ts'

type Parts = Pick<Server, 'db' | 'store'>
type Claiming = { by: string; at: number; key: string; request: string; version?: number }

/** Gives a waiting lead to who claims it. Of two claims of one seller at once the second counts the first's lead. */
export const claimLead = (server: Parts, id: string, { by, at, version, ...asked }: Claiming): Promise<Answer> =>
  againWhenTaken(async () => {
    const { db, store } = server
    const claims = await db.sql.selectFrom('lead_claims').select('n').where('seller', '=', by).executeTakeFirst()
    const { held } = await db.sql
      .selectFrom('lead')
      .select((eb) => eb.fn.countAll<number>().as('held'))
      .where('seller', '=', by)
      .executeTakeFirstOrThrow()
    const rules = await rulesAt(server, 'leadRules', at)
    return store.send({
      stream: `lead/${id}`,
      ...(version !== undefined && { version }),
      event: { type: 'claimed', by, at, rules, held, mostHeld: rules.held },
      via: lead.claim.interface,
      ...asked,
      writes: (tx) => countClaim(tx, by, claims?.n ?? 0),
    })
  })

const countClaim = async (tx: Tx, seller: string, seen: number) => {
  const counted = await tx
    .insertInto('lead_claims')
    .values({ seller, n: seen + 1 })
    .onConflict((conflict) =>
      conflict
        .column('seller')
        .doUpdateSet({ n: seen + 1 })
        .where('lead_claims.n', '=', seen),
    )
    .returning('n')
    .executeTakeFirst()
  if (!counted) throw new Misread()
}
