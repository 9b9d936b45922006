import { randomUUID } from 'node:crypto'
import { usualLeadRules } from '../../src/machines/leadRules.ts'
import * as lead from '../../src/services/lead.ts'
import type { TestApp } from '../kit/app.ts'

let nth = 0

/** A lead with an id, which its seller has finished: three events. */
export const finishedLead = async (
  { db, server, clock }: TestApp,
  id: string,
  { seller, head }: { seller: string; head: string },
): Promise<void> => {
  const { store, vault } = server
  nth += 1
  const phone = `+62816${String(nth).padStart(8, '0')}`
  await db.sql.transaction().execute(async (tx) => {
    await vault.register(id, phone)(tx)
    await vault.noteProspect(id, { name: `Prospek ${phone.slice(-4)}`, phone, province: '31' })(tx)
  })
  const stream = `lead/${id}` as const
  const at = clock.now()
  const rules = { from: '2020-01-01', ...usualLeadRules }
  await store.send({
    stream,
    event: { type: 'leadImported', by: head, at, batch: 'UJI-2', source: 'uji' },
    via: 'SYS',
    key: randomUUID(),
  })
  await store.send({
    stream,
    event: { type: 'assigned', by: head, at, seller, rules },
    via: lead.assign.interface,
    key: randomUUID(),
  })
  await store.send({
    stream,
    event: { type: 'finished', by: seller, at, result: 'agreed' },
    via: lead.finish.interface,
    key: randomUUID(),
  })
}
