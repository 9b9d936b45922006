import { rulesAt } from '../inForce.ts'
import { againWhenStale } from '../kit/conflict.ts'
import type { Server } from '../server.ts'

type Step = { type: 'registered' } | { type: 'applied'; orderNo: string }

/**
 * Tells the leads with a phone that their person registered or applied in the app; the first time counts. Whoever calls
 * it calls it again for a repeated call, which may have been cut off before.
 */
export const leadHears = async (
  server: Pick<Server, 'db' | 'store' | 'vault'>,
  phone: string,
  step: Step,
  { by, now: at }: { by: string; now: number },
): Promise<void> => {
  const { db, store, vault } = server
  const leads = await db.sql
    .selectFrom('lead')
    .select('id')
    .where('id', 'in', vault.owners('phone', phone))
    .where(step.type, '=', 'no')
    .execute()
  if (leads.length === 0) return
  const { credit } = await rulesAt(server, 'leadRules', at)
  for (const { id } of leads)
    await againWhenStale(async () => {
      const stream = `lead/${id}` as const
      const { version, context } = await store.state(stream)
      if (context[step.type] !== null) return
      const event = { ...step, by, at, credit }
      await store.send({ stream, version, event, via: 'SYS', key: `${step.type} ${stream}`, request: id })
    })
}
