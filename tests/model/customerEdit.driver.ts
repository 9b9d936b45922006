import { randomUUID } from 'node:crypto'
import type { EditField, EditKind } from '../../src/machines/customerEdit.fields.ts'
import type { CustomerEdit, CustomerEditEvent } from '../../src/machines/customerEdit.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { recordWith } from '../../src/server/order/edit.fields.ts'
import * as approval from '../../src/services/approval.ts'
import * as intake from '../../src/services/intake.ts'
import * as order from '../../src/services/order.ts'
import type { TestApp } from '../kit/app.ts'
import { passing, passingCustomer } from '../kit/passing.ts'
import { customerEditFacts } from '../machines/customerEdit.events.ts'
import { customerEditModel, type Move } from './customerEdit.moves.ts'
import type { Driver, Process } from './office.ts'

/** The values of each kind of edit; a fresh one each time where values must be unique. */
export const changes: Record<EditKind, () => Partial<Record<EditField, string>>> = {
  userInfo: () => ({ street: 'Jalan Kenanga 9' }),
  nik: () => ({ nik: passingCustomer().nik }),
  bankName: () => ({ bank: 'BRI' }),
  bankCard: () => ({ account: '5554443332' }),
}
export const refusalNote = customerEditFacts.editRefused.note

const kindOf = (type: Move['type']) => type.split('Proposed')[0] as EditKind
const isProposal = ({ type }: Move) => type.endsWith('Proposed')

type Known = {
  ids: ReadonlyMap<string, string>
  orderNo: string
  person: string
  changed: Partial<Record<EditField, string>>
  path: readonly Move[]
}

/** Changes of customers' data, each on its own order, approved or not as the path needs. */
export const customerEditProcess = (): Process<Move, CustomerEdit> & { known: () => Known } => {
  let known: Known
  const takes = (...types: Move['type'][]) => types.every((type) => known.path.some((move) => move.type === type))

  const factOf = ({ type, by }: Move, at: number) => {
    const { ids, orderNo, person, changed } = known
    const fields = Object.keys(changed) as EditField[]
    const about = { orderNo, person, before: 1, personVersion: 2, fields }
    const facts = {
      ...customerEditFacts[type],
      ...(type.endsWith('Proposed') && about),
      ...(type === 'editLapsed' && { reason: 'over' }),
      ...(type === 'editApplied' && { orderVersion: takes('editHeld') ? 7 : 3 }),
    }
    return { ...facts, type, by: ids.get(by) ?? by, at } satisfies Fact
  }

  const driver: Driver<Move, CustomerEdit> = {
    factOf: (move, _, at) => factOf(move, at),
    begin: async (app, path) => {
      const names = ['support', 'reviewLead']
      const people = await Promise.all(names.map((name) => app.login(name)))
      const orderNo = await app.apply(passing())
      await app.settle()
      known = {
        ids: new Map(people.map(({ id }, index) => [names[index]!, id])),
        orderNo,
        person: (await orderOf(app, orderNo)).context.application!.person,
        changed: changes[kindOf(path[0]!.type)](),
        path,
      }
      if (takes('editHeld')) await approved(app, orderNo)
      return new Map()
    },
    ask: async (move, { version, stream }) => {
      const { orderNo, changed } = known
      if (isProposal(move)) {
        // A proposal creates another edit; it is refused while one is pending on the order.
        const waits = takes('editHeld') && version === 2
        if (stream && !waits) return undefined
        const kind = kindOf(move.type)
        return { endpoint: order.edits[kind], body: { orderNo, ...(stream ? changes[kind]() : changed) } }
      }
      if (!stream || (move.type !== 'editConfirmed' && move.type !== 'editRefused')) return undefined
      const note = move.type === 'editRefused' ? { note: refusalNote } : {}
      return {
        endpoint: order.editCommands[move.type],
        body: { id: stream.slice('customerEdit/'.length), version, ...note },
      }
    },
    before: async ({ type }, app) => {
      const late = takes('editConfirmed') ? 'editConfirmed' : 'editLapsed'
      if (!takes('editLapsed') || type !== late) return
      await app.customerApp.data(intake.withdraw, { orderNo: known.orderNo }, { key: randomUUID() })
    },
    // The call also has the order take the proposal. The order can end in between only if the server stopped between
    // the two.
    cut: async (move, app) => {
      if (!isProposal(move) || takes('editHeld') || !takes('editLapsed')) return undefined
      const { server, clock } = app
      const { person, changed } = known
      const stream = `customerEdit/${randomUUID()}`
      const [record] = await server.vault.read([{ person, version: 1 }])
      await server.store.send({
        stream,
        event: factOf(move, clock.now()) as CustomerEditEvent,
        via: customerEditModel.interfaces.get(move.type)!,
        key: randomUUID(),
        writes: (tx) => server.vault.propose(tx, { person, version: 2 }, recordWith(record!, changed)),
      })
      return stream
    },
  }

  return { model: customerEditModel, driver, known: () => known }
}

const orderOf = async ({ server }: TestApp, orderNo: string) => await server.store.state(`approval/${orderNo}`)

const approved = async (app: TestApp, orderNo: string) => {
  const [first, final] = [await app.login('reviewer1'), await app.login('reviewer2')]
  const at = async () => ({ orderNo, version: (await orderOf(app, orderNo)).version })
  const terms = { amount: 1_500_000, term: 30, note: '' }
  await first.data(approval.firstClaim, await at())
  await first.data(approval.firstPass, { ...(await at()), ...terms })
  await final.data(approval.finalClaim, await at())
  await final.data(approval.finalPass, { ...(await at()), ...terms })
}
