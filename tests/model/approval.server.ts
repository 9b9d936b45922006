import { randomUUID } from 'node:crypto'
import type { Approval, MachineFinding } from '../../src/machines/approval.facts.ts'
import type { State } from '../../src/machines/kernel.ts'
import { demoRoles } from '../../src/server/demo/staff.ts'
import * as approve from '../../src/services/approve.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as intake from '../../src/services/intake.ts'
import type { Answered, Caller, TestApp } from '../kit/app.ts'
import { application } from '../kit/application.ts'
import { createNiks, customerFor } from './approval.customers.ts'
import { says } from './approval.fact.ts'
import { lead, type Move, staff, type Standing } from './approval.moves.ts'
import { interfaceOf, play, unborn } from './approval.walk.ts'

const minute = 60_000
const second = 1000

/** An application on the server, and where the chart says that it stands. */
export type Order = { orderNo: string; nik: string; standing: Standing }

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** Plays moves over HTTP: each by whoever makes it, through the endpoint that is theirs. */
export const openDesk = async (app: TestApp) => {
  const nikFor = createNiks(app.server.channels.bureau)
  const logins = new Map<string, { caller: Caller; began: number; seen: number }>()

  /** A member of staff, logged in anew when so much time went by that their session is over. */
  const as = async (name: string): Promise<Caller> => {
    const now = app.clock.now()
    const last = logins.get(name)
    const fresh = last && now - last.seen < 25 * minute && now - last.began < 11 * 60 * minute
    const login = fresh ? { ...last, seen: now } : { caller: await app.login(name), began: now, seen: now }
    logins.set(name, login)
    return login.caller
  }

  const ids = new Map([
    ['SYS', 'SYS'],
    ['app', app.customerApp.id],
  ])
  for (const name of staff) ids.set(name, (await as(name)).id)
  const id = (name: string) => ids.get(name)!

  const saying = ({ type, to }: Move) => {
    if (to) return { to: id(to) }
    if (type === 'firstPassed' || type === 'finalPassed') return says.pass
    if (type === 'returned') return { ...says.verdict, mend: says.mend }
    const judges = ['firstRejected', 'finalRejected', 'sentBack', 'approvalUndone'].includes(type)
    return judges ? says.verdict : {}
  }

  /** One call, whatever it is answered. `version` is the one that the caller saw. */
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
    const command: Endpoint = approve.commands[move.type as keyof typeof approve.commands]
    return (await as(move.by)).call(command, { orderNo, version, ...saying(move) }, { key })
  }
  /** Lets time pass until a deadline, and throws when anything happens before it: an earlier timer fires in vain. */
  const wait = async ({ orderNo, standing }: Order, due: number) => {
    const vain = standing.armed.map(({ at }) => at).filter((at) => at > app.clock.now() && at < due - 1)
    for (const at of [...vain, due - 1].toSorted((a, b) => a - b)) {
      app.clock.advance(at - app.clock.now())
      await app.settle()
      const { version, state } = await app.customerApp.data(intake.status, { orderNo })
      if (version !== standing.state.version) throw new Error(`${due - at} ms early ${orderNo} became ${state}`)
    }
    app.clock.advance(due - app.clock.now())
  }

  /** An application of somebody new; nothing is sent yet. */
  const begin = async (first: Move): Promise<Order> => ({
    orderNo: 'LK000000000000',
    nik: await nikFor(first.outlook!),
    standing: { ...unborn, at: app.clock.now() },
  })

  /** Makes a move and answers where the chart says that it leads. Throws when the server refuses it. */
  const make = async (order: Order, move: Move): Promise<Order> => {
    const { standing } = order
    if (move.by === 'SYS') {
      const timer = standing.state.armed[move.type]
      if (timer) await wait(order, timer.at)
      await app.settle()
      return { ...order, standing: play(standing, move, app.clock.now()) }
    }
    app.clock.advance(second)
    const { code, msg, data } = await ask(order, move, randomUUID())
    if (code) throw new Error(`${move.type} by ${move.by} is answered ${code}: ${msg}`)
    const { orderNo = order.orderNo } = data as { orderNo?: string }
    return { ...order, orderNo, standing: play(standing, move, app.clock.now()) }
  }

  const names = new Map([...ids].map(([name, one]) => [one, name]))
  const nameOf = (one: string | null) => one && names.get(one)

  /** Where the server says that an application stands: to the customer's app, and to staff with all it knows. */
  const look = async ({ orderNo }: Order) => {
    const status = await app.customerApp.data(intake.status, { orderNo })
    const { order, state } = await (await as(lead)).data(approve.detail, { orderNo })
    const context = state.context as Approval
    const { holder, firstReviewer, finalReviewer } = context
    const people = { holder: nameOf(holder), firstReviewer: nameOf(firstReviewer), finalReviewer: nameOf(finalReviewer) }
    return { status, row: { version: order.version, state: order.state }, ...told({ ...state, context: { ...context, ...people } }) }
  }

  return { app, id, ask, begin, make, look }
}

