import { randomUUID } from 'node:crypto'
import type { Contact, ContactEvent } from '../../src/machines/contact.facts.ts'
import type { StreamOf } from '../../src/machines/lifecycles.ts'
import * as contact from '../../src/services/contact.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import { passing, passingCustomer } from '../kit/passing.ts'
import { contactModel, type Move } from './contact.moves.ts'
import { formInput } from './formInput.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'

const relative = { name: 'Budi Santoso', phone: '+6281234500001', relationship: 'sibling', consented: true } as const

/** Contact records, each of another customer with one emergency contact. */
export const contactProcess = (): Process<Move, Contact> & { orderNo: () => string } => {
  let idOf: IdOf
  let person: string
  let orderNo: string
  const streamOf = (): StreamOf<'contact'> => `contact/${person}`

  const driver: Driver<Move, Contact> = {
    factOf: (move, standing, at) => contactModel.factOf(move, standing, at, idOf),
    streamOf,
    begin: async (app) => {
      idOf = await idsOf(app, ['support', 'reviewLead'])
      orderNo = await app.apply(passing({ customer: passingCustomer({ contacts: [relative] }) }))
      await app.settle()
      person = (await app.server.store.state(`approval/${orderNo}`)).context.application!.person
      return new Map()
    },
    ask: async ({ type }, { version, fact }) => {
      const endpoint = (contact.commands as Record<string, Endpoint>)[type]
      return endpoint && { endpoint, body: { id: person, version, ...formInput(contactModel, fact()) } }
    },
    bring: (_move, _stream, { server }, fact) =>
      server.store.send({ stream: streamOf(), event: fact as ContactEvent, via: 'SYS', key: randomUUID() }),
  }

  return { model: contactModel, driver, orderNo: () => orderNo }
}
