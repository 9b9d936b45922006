import { randomUUID } from 'node:crypto'
import type { Lead, LeadEvent } from '../../src/machines/lead.facts.ts'
import type { StreamOf } from '../../src/machines/lifecycles.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as lead from '../../src/services/lead.ts'
import type { TestApp } from '../kit/app.ts'
import { formInput } from './formInput.ts'
import { idsOf } from './idsOf.ts'
import { type Move, leadModel } from './lead.moves.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { anyHour, openDays } from './recoveryCase.driver.ts'

let nth = 0

/** Leads, each of another person who agreed to be called. */
export const leadProcess = (): Process<Move, Lead> & { id: () => string } => {
  let idOf: IdOf
  let id: string
  let attempt: string
  const streamOf = (): StreamOf<'lead'> => `lead/${id}`

  const driver: Driver<Move, Lead> = {
    factOf: (move, standing, at) => {
      const fact = leadModel.factOf(move, standing, at, idOf)
      return { ...fact, ...('attempt' in fact && { attempt }) }
    },
    streamOf,
    begin: async (app) => {
      idOf = await idsOf(app, ['telemarketer', 'telemarketer.2', 'telemarketingLead'])
      nth += 1
      id = randomUUID()
      await mayBeCalled(app, id, `+62812${String(nth).padStart(8, '0')}`)
      await recallAll(app, idOf('telemarketer'))
      await openDays(app)
      return new Map()
    },
    ask: async ({ type }, { version, fact }) => {
      const endpoint = (lead.commands as Record<string, Endpoint>)[type]
      return endpoint && { endpoint, body: { id, version, ...formInput(leadModel, fact()) } }
    },
    bring: (_move, stream, { server }, fact) =>
      server.store.send({ stream, event: fact as LeadEvent, via: 'SYS', key: randomUUID() }),
    learn: async ({ type }, app) => {
      if (type === 'contacted') attempt = (await app.server.store.state(streamOf())).context.contact!.attempt
    },
  }

  return { model: leadModel, driver, id: () => id }
}

/** Somebody in Jakarta whom an import brings, and who agreed to be called at any hour. */
const mayBeCalled = async (app: TestApp, person: string, phone: string) => {
  const { db, server } = app
  await db.sql.transaction().execute(async (tx) => {
    await server.vault.register(person, phone)(tx)
    await server.vault.noteProspect(person, { name: `Prospek ${phone.slice(-4)}`, phone, province: '31' })(tx)
  })
  await anyHour(app, person)
  await server.store.send({
    stream: `contact/${person}`,
    event: {
      type: 'consentGiven',
      by: 'SYS',
      at: app.clock.now(),
      purpose: 'marketing',
      channel: 'phone',
      proof: 'of this test',
    },
    via: 'contact.consent',
    key: randomUUID(),
  })
}

/** The seller has no leads of earlier paths, so that each path counts from none. */
const recallAll = async ({ db, server, clock }: TestApp, seller: string) => {
  const rows = await db.sql.selectFrom('lead').select('id').where('seller', '=', seller).execute()
  for (const row of rows)
    await server.store.send({
      stream: `lead/${row.id}`,
      event: { type: 'recalled', by: 'SYS', at: clock.now() },
      via: lead.recall.interface,
      key: randomUUID(),
    })
}
