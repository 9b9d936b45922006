import { randomUUID } from 'node:crypto'
import type { StreamOf } from '../../src/machines/lifecycles.ts'
import type { Visitor, VisitorEvent } from '../../src/machines/visitor.ts'
import * as intake from '../../src/services/intake.ts'
import type { TestApp } from '../kit/app.ts'
import type { Driver, Process } from './office.ts'
import { type Move, visitorModel } from './visitor.moves.ts'

const lender = 'DK'

let nth = 0

/** Devices of which the customers' app tells; each registration is another phone's. */
export const visitorProcess = (): Process<Move, Visitor> & { id: () => string } => {
  let app: TestApp
  let device: string
  let people: string[]
  const id = () => app.server.vault.visitorOf(lender, device)

  const driver: Driver<Move, Visitor> = {
    factOf: (move, standing, at, idOf) => {
      const fact = visitorModel.factOf(move, standing, at, idOf)
      return move.type === 'registered' ? { ...fact, person: people[standing.state.context.people.length] } : fact
    },
    streamOf: (): StreamOf<'visitor'> => `visitor/${id()}`,
    begin: async (served) => {
      app = served
      nth += 1
      device = `device ${nth}`
      people = []
      return new Map()
    },
    ask: async () => undefined,
    bring: async ({ type }, stream, { customerApp, server }, fact) => {
      const { channel, day } = fact as VisitorEvent
      const input = { app: lender, channel, day, device }
      const key = { key: randomUUID() }
      if (type === 'visited') return customerApp.data(intake.visit, input, key)
      const phone = `+62813${String(nth).padStart(4, '0')}${String(people.length).padStart(4, '0')}`
      await customerApp.data(intake.register, { ...input, phone }, key)
      people = (await server.store.state(stream as StreamOf<'visitor'>)).context.people
    },
  }

  return { model: visitorModel, driver, id }
}
