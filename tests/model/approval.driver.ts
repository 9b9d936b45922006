import type { Approval, ApprovalEvent, MachineFinding } from '../../src/machines/approval.facts.ts'
import { factOf as storedFact } from '../../src/server/store/events.ts'
import * as approval from '../../src/services/approval.ts'
import type { Customer } from '../../src/services/customer.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as intake from '../../src/services/intake.ts'
import { confirmEdit, editBankCard, editsOf } from '../../src/services/order.ts'
import * as reviewers from '../../src/services/reviewers.ts'
import type { TestApp } from '../kit/app.ts'
import { application, customer } from '../kit/application.ts'
import { passingCustomer } from '../kit/passing.ts'
import { approvalModel, lead, type Move, type Outlook, staff } from './approval.moves.ts'
import { formInput } from './formInput.ts'
import { idsOf } from './idsOf.ts'
import { type IdOf, placeOf } from './model.ts'
import type { Ask, Driver, Process } from './office.ts'

const account = (number: string) => ({ bank: { ...customer().bank, account: number } })

// The last digits of an account steer the sandbox bank: 00 belongs to somebody else, 99 gets no answer.
const declared: Record<Outlook, Partial<Customer>> = {
  passes: {},
  unverified: account('1234567800'),
  refers: {},
  rejects: { birthday: '2010-08-17' },
  silent: account('1234567899'),
}

let accounts = 10_000_000
let strangers = 0
/** The servers that have the group. */
const grouped = new WeakSet<object>()

/** The NIK of a new person. The sandbox bureau knows none that ends in 97, and rates the others well. */
const nikFor = (outlook: Outlook): string => {
  if (outlook !== 'refers') return passingCustomer().nik
  strangers += 1
  return `31${10 + Math.floor(strangers / 90)}${10 + (strangers % 90)}5708920097`
}

/** The part of a finding that the chart decides by; the rest is the server's own. */
const kindOf = ({ hits, missing, accountVerified }: MachineFinding) =>
  [hits.some(({ knockOut }) => knockOut), missing.length === 0, accountVerified].join()

/** The values that only the server knows: the customer's application, the exact finding, the edit of the record. */
const serversOwn = (made: ApprovalEvent, fact: ApprovalEvent): object => {
  if (made.type === 'submitted' && fact.type === 'submitted') {
    const { amount, term } = fact.application
    return { application: { ...made.application, amount, term } }
  }
  if ('finding' in made && 'finding' in fact)
    return kindOf(made.finding) === kindOf(fact.finding) ? { finding: made.finding } : {}
  return 'edit' in made ? { edit: made.edit } : {}
}

/** Applications of new customers whose data leads the machine review to the outcome that a path wants. */
export const approvalProcess = (): Process<Move, Approval> & { orderNo: () => string | undefined } => {
  let idOf: IdOf = (name) => name
  let everybody: TestApp | undefined
  let nik: string
  let orderNo: string | undefined
  /** The event that the server stored last, as far as the path has come. */
  let made: ApprovalEvent | undefined
  let count = 0

  /** One group of all reviewers: who alone is signed in gets every waiting order. */
  const openGroup = async (app: TestApp) => {
    idOf = await idsOf(app, [...staff, 'support'])
    const its = { name: 'Everybody', apps: [], stages: ['first' as const, 'final' as const], shifts: [] }
    const members = staff.filter((name) => name !== lead).map(idOf)
    everybody = app
    if (grouped.has(app.server)) return
    grouped.add(app.server)
    await (await app.login(lead)).data(reviewers.groupSave, { ...its, capacity: reviewers.mostOf.capacity, members })
  }

  const dispatchTo = async (app: TestApp, name: string) => {
    const reviewer = await app.login(name)
    await reviewer.data(reviewers.signIn, {})
    while ((await app.dispatch.runDue()) > 0);
    await reviewer.data(reviewers.signOut, {})
  }

  /** Proposes another bank account, and has a second person confirm it where needed. */
  const amend = async (app: TestApp, { outlook }: Move) => {
    accounts += 1
    const number = `${accounts}${outlook === 'passes' ? '22' : '00'}`
    await (await app.login('support')).data(editBankCard, { orderNo: orderNo!, account: number })
    const leader = await app.login(lead)
    const [edit] = (await leader.data(editsOf, { orderNo: orderNo! })).edits
    if (edit!.state === 'pending') await leader.data(confirmEdit, { id: edit!.id, version: edit!.version })
  }

  const factOf: Driver<Move, Approval>['factOf'] = (move, standing, at) => {
    const fact = approvalModel.factOf(move, standing, at, idOf) as ApprovalEvent
    // Before the approval one person may change the record.
    if (fact.type === 'customerAmended') {
      fact.proposedBy = idOf('support')
      fact.confirmedBy = placeOf(standing) === 'passed' ? idOf(lead) : null
    }
    return made?.type === fact.type ? { ...fact, ...serversOwn(made, fact) } : fact
  }

  const driver: Driver<Move, Approval> = {
    factOf,
    streamOf: () => orderNo && `approval/${orderNo}`,
    begin: async (app, path) => {
      if (everybody !== app) await openGroup(app)
      nik = nikFor(path[0]!.outlook!)
      orderNo = undefined
      made = undefined
      count = 0
      return new Map()
    },
    ask: async ({ type, outlook }, { version, fact }): Promise<Ask | undefined> => {
      const input = customer({ nik, ...declared[outlook ?? 'passes'] })
      const byApp = (endpoint: Endpoint, body: object): Ask => ({
        endpoint,
        body,
        as: async () => everybody!.customerApp,
      })
      // Another application would be another order.
      if (type === 'submitted') return version ? undefined : byApp(intake.apply, application({ customer: input }))
      const order = { orderNo: orderNo ?? 'LK000000000000' }
      if (type === 'resubmitted') return byApp(intake.resubmit, { ...order, customer: input, documents: [] })
      if (type === 'withdrawn') return byApp(intake.withdraw, order)
      const endpoint: Endpoint = approval.commands[type as keyof typeof approval.commands]
      return { endpoint, body: { ...order, version, ...formInput(approvalModel, fact()) } }
    },
    bring: async (move, _, app) => {
      if (move.type === 'customerAmended') return amend(app, move)
      return move.to ? dispatchTo(app, move.to) : app.settle()
    },
    learn: async (_, { server }, answered) => {
      orderNo = answered && 'orderNo' in answered ? (answered.orderNo as string) : orderNo
      count += 1
      made = (await server.store.history(`approval/${orderNo!}`)).map(storedFact)[count - 1] as ApprovalEvent
    },
  }

  return { model: approvalModel, driver, orderNo: () => orderNo }
}
