import { randomUUID } from 'node:crypto'
import type { StreamOf } from '../../src/machines/lifecycles.ts'
import type { Quality, QualityEvent } from '../../src/machines/quality.facts.ts'
import type { Scorecard } from '../../src/machines/scorecard.ts'
import { rulesAt } from '../../src/server/inForce.ts'
import { drawnAs } from '../../src/server/quality/sampleVisit.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as quality from '../../src/services/quality.ts'
import type { TestApp } from '../kit/app.ts'
import { formInput } from './formInput.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { finishedLead } from './quality.leads.ts'
import { type Move, qualityModel } from './quality.moves.ts'

const ended = 3

/** Visits, each to another lead, which the system has not drawn. */
export const qualityProcess = (): Process<Move, Quality> & { id: () => string; lead: () => string } => {
  let idOf: IdOf
  let lead: string
  let card: Scorecard
  const id = () => `${lead}.${ended}`
  const streamOf = (): StreamOf<'quality'> => `quality/${id()}`

  const driver: Driver<Move, Quality> = {
    factOf: (move, standing, at) => {
      const fact = qualityModel.factOf(move, standing, at, idOf)
      return { ...fact, ...('card' in fact && { lead, card }) }
    },
    streamOf,
    begin: async (app) => {
      idOf = await idsOf(app, [
        'telemarketer',
        'telemarketingLead',
        'qualityChecker',
        'qualityChecker.2',
        'qualityChecker.3',
      ])
      card = await rulesAt(app.server, 'scorecard', app.clock.now())
      lead = await undrawn(app, card)
      await finishedLead(app, lead, { seller: idOf('telemarketer'), head: idOf('telemarketingLead') })
      return new Map()
    },
    ask: async ({ type }, { version, fact }) => {
      const endpoint = (quality.commands as Record<string, Endpoint>)[type]
      // A complaint about a visit that is sampled already is added to it.
      if (!endpoint || (type === 'complained' && version > 0)) return undefined
      return {
        endpoint,
        body: { ...(type === 'complained' ? { lead } : { id: id() }), version, ...formInput(qualityModel, fact()) },
      }
    },
    bring: (_move, stream, { server }, fact) =>
      server.store.send({ stream, event: fact as QualityEvent, via: 'SYS', key: randomUUID() }),
  }

  return { model: qualityModel, driver, id, lead: () => lead }
}

/** A lead whose visit the system does not sample by itself. */
const undrawn = async ({ server }: TestApp, card: Scorecard): Promise<string> => {
  for (;;) {
    const lead = randomUUID()
    if (!drawnAs(server, `${lead}.${ended}`, card)) return lead
  }
}
