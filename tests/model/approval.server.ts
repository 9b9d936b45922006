import { randomUUID } from 'node:crypto'
import type { Approval } from '../../src/machines/approval.facts.ts'
import type { State } from '../../src/machines/kernel.ts'
import * as approval from '../../src/services/approval.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as intake from '../../src/services/intake.ts'
import { confirmEdit, editBankCard, editsOf } from '../../src/services/order.ts'
import * as reviewers from '../../src/services/reviewers.ts'
import type { Answered, Caller, TestApp } from '../kit/app.ts'
import { application } from '../kit/application.ts'
import { customerFor, nikFor } from './approval.customers.ts'
import { says } from './approval.fact.ts'
import { comparable } from './approval.look.ts'
import { approvalModel } from './approval.model.ts'
import { lead, type Move, reviewers as people, staff, type Standing } from './approval.moves.ts'
import { play, unborn } from './model.ts'

const second = 1000
const minute = 60 * second

let accounts = 10_000_000

/** An application on the server, and its standing by the chart. */
export type Order = { orderNo: string; nik: string; standing: Standing }

export type Driver = Awaited<ReturnType<typeof openDriver>>

/** Plays moves on a server: through the actor's endpoint, or by letting time pass. */
export const openDriver = async (app: TestApp) => {
  const logins = new Map<string, { caller: Caller; began: number; seen: number }>()

  /** A member of staff, with a new login once their session has expired. */
  const as = async (name: string): Promise<Caller> => {
    const now = app.clock.now()
    const last = logins.get(name)
    const lives = last && now - last.seen < 25 * minute && now - last.began < 11 * 60 * minute
    const login = lives ? { ...last, seen: now } : { caller: await app.login(name), began: now, seen: now }
    logins.set(name, login)
    return login.caller
  }

  const ids = new Map(await Promise.all(staff.map(async (name) => [name, (await as(name)).id] as const)))
  ids.set('app', app.customerApp.id).set('SYS', 'SYS')
  const names = new Map([...ids].map(([name, id]) => [id, name]))

  // A reviewer who alone is signed in gets every waiting order.
  await (
    await as(lead)
  ).data(reviewers.groupSave, {
    name: 'Everybody',
    apps: [],
    stages: ['first', 'final'],
    capacity: reviewers.mostOf.capacity,
    shifts: [],
    members: [...new Set([...people.first, ...people.final])].map((name) => ids.get(name)!),
  })

  /** Has the system dispatch the waiting orders while only this reviewer is signed in. */
  const dispatchTo = async (name: string) => {
    const reviewer = await as(name)
    await reviewer.data(reviewers.signIn, {})
    while ((await app.dispatch.runDue()) > 0);
    await reviewer.data(reviewers.signOut, {})
  }

  const saying = ({ type, to }: Move) => {
    if (to) return { to: ids.get(to) }
    if (type === 'firstPassed' || type === 'finalPassed') return says.pass
    if (type === 'returned') return { ...says.verdict, mend: says.mend }
    return ['firstRejected', 'finalRejected', 'sentBack', 'approvalUndone'].includes(type) ? says.verdict : {}
  }

  /** Makes a move's call and answers its envelope. `version` is the one that the caller saw. */
  const ask = async (
    { orderNo, nik, standing }: Order,
    move: Move,
    key: string,
    version = standing.state.version,
  ): Promise<Answered<Endpoint>> => {
    const { customerApp } = app
    const customer = customerFor(move.outlook ?? 'passes', nik)
    if (move.type === 'submitted') return customerApp.call(intake.apply, application({ customer }), { key })
    if (move.type === 'resubmitted')
      return customerApp.call(intake.resubmit, { orderNo, customer, documents: [] }, { key })
    if (move.type === 'withdrawn') return customerApp.call(intake.withdraw, { orderNo }, { key })
    const command: Endpoint = approval.commands[move.type as keyof typeof approval.commands]
    return (await as(move.by)).call(command, { orderNo, version, ...saying(move) }, { key })
  }

  const statusOf = ({ orderNo }: Order) => app.customerApp.data(intake.status, { orderNo })

  /**
   * Lets time pass until a deadline; throws when anything happens earlier. Timers of earlier visits must fire without
   * effect.
   */
  const wait = async (order: Order, due: number) => {
    const vain = order.standing.armed.map(({ at }) => at).filter((at) => at > app.clock.now() && at < due - 1)
    for (const at of [...vain, due - 1].toSorted((one, other) => one - other)) {
      app.clock.advance(at - app.clock.now())
      await app.settle()
      const { version, state } = await statusOf(order)
      if (version !== order.standing.state.version) throw new Error(`it became ${state} ${due - at} ms too early`)
    }
    app.clock.advance(due - app.clock.now())
  }

  /** An application of a new customer; nothing is sent yet. */
  const begin = ({ outlook }: Move): Order => ({
    orderNo: 'LK000000000000',
    nik: nikFor(outlook!),
    standing: { ...unborn(approvalModel), at: app.clock.now() },
  })

  /** Proposes another bank account, and has a second person confirm it where needed. */
  const amend = async ({ orderNo }: Order, { outlook }: Move) => {
    accounts += 1
    const account = `${accounts}${outlook === 'passes' ? '22' : '00'}`
    await (await as('support')).data(editBankCard, { orderNo, account })
    const [edit] = (await (await as(lead)).data(editsOf, { orderNo })).edits
    if (edit!.state === 'pending') await (await as(lead)).data(confirmEdit, { id: edit!.id, version: edit!.version })
  }

  /** Makes a move; answers its standing by the chart. Throws when the server refuses it. */
  const make = async (order: Order, move: Move): Promise<Order> => {
    const to = (orderNo = order.orderNo): Order => ({
      ...order,
      orderNo,
      standing: play(approvalModel, order.standing, move, app.clock.now()),
    })
    if (move.type === 'customerAmended') {
      app.clock.advance(second)
      await amend(order, move)
      return to()
    }
    if (move.by === 'SYS') {
      const timer = order.standing.state.armed[move.type]
      if (timer) await wait(order, timer.at)
      if (move.to) await dispatchTo(move.to)
      else await app.settle()
      return to()
    }
    app.clock.advance(second)
    const { code, msg, data } = await ask(order, move, randomUUID())
    if (code) throw new Error(`${move.type} by ${move.by} is answered ${code}: ${msg}`)
    return to((data as { orderNo?: string }).orderNo)
  }

  /** The server's view of an application: as told to the customer's app, in its list row, and in its state. */
  const look = async (order: Order) => {
    const { version, state, mend } = await statusOf(order)
    const { order: row, state: stored } = await (await as(lead)).data(approval.detail, { orderNo: order.orderNo })
    return {
      told: { version, place: state, mend },
      row: { version: row.version, place: row.state },
      state: comparable(stored as State<Approval>, (id) => names.get(id) ?? id),
    }
  }

  return { app, idOf: (name: string) => ids.get(name)!, ask, begin, make, look }
}

/** The expected result of `look`. */
export const expected = ({ standing: { state } }: Order) => {
  const { version, place, mend, ...rest } = comparable(state)
  return { told: { version, place, mend }, row: { version, place }, state: { version, place, mend, ...rest } }
}
