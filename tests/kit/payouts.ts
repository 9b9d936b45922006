import { randomUUID } from 'node:crypto'
import type { ApprovalEvent } from '../../src/machines/approval.facts.ts'
import * as approval from '../../src/services/approval.ts'
import * as payout from '../../src/services/payout.ts'
import type { Caller, TestApp } from './app.ts'
import { waitingOrder } from './orders.ts'
import { passingCustomer } from './passing.ts'

export const payoutState = async ({ server }: TestApp, orderNo: string) => await server.store.state(`payout/${orderNo}`)

export const approvalVersion = ({ server }: TestApp, orderNo: string) => server.store.version(`approval/${orderNo}`)

/** An order that both reviewers passed, with a waiting payout; `ending` is the end of the account number. */
export const approvedOrder = async (app: TestApp, ending = '90', amount = 1_500_000): Promise<string> => {
  const customer = passingCustomer()
  const bank = { ...customer.bank, account: `12345678${ending}` }
  const orderNo = await waitingOrder(app, { customer: { ...customer, bank } })
  await approveOrder(app, orderNo, amount)
  return orderNo
}

/** Passes an order that waits for first review, at both stages. */
export const approveOrder = async (app: TestApp, orderNo: string, amount = 1_500_000): Promise<void> => {
  const terms = { amount, term: 30, note: '', terms: [30], floor: 500_000, cap: 3_000_000 }
  const step = (event: ApprovalEvent, via: string) =>
    app.server.store.send({ stream: `approval/${orderNo}`, event, via, key: randomUUID() })
  const at = app.clock.now()
  const [first, second] = [
    { by: 'staff/3', at },
    { by: 'staff/6', at },
  ]
  await step({ type: 'firstClaimed', ...first, claimTtl: 60_000 }, approval.firstClaim.interface)
  await step({ type: 'firstPassed', ...first, ...terms }, approval.firstPass.interface)
  await step({ type: 'finalClaimed', ...second, claimTtl: 60_000 }, approval.finalClaim.interface)
  await step({ type: 'finalPassed', ...second, ...terms }, approval.finalPass.interface)
  await app.settle()
}

type Command = (typeof payout.commands)[keyof typeof payout.commands]

/** Sends a command on a payout with its present version. */
export const payoutCall = async (app: TestApp, by: Caller, command: Command, orderNo: string, input: object = {}) =>
  by.call(command, { orderNo, version: (await payoutState(app, orderNo)).version, ...input })

/** Has a waiting, proposed or failed payout sent: by its maker and a second person. */
export const send = async (app: TestApp, maker: Caller, checker: Caller, orderNo: string) => {
  const { value } = await payoutState(app, orderNo)
  if (value === 'waiting') await done(payoutCall(app, maker, payout.submit, orderNo))
  if (value === 'failed') await done(payoutCall(app, maker, payout.retry, orderNo, { evidence: 'provider’s letter' }))
  await done(payoutCall(app, checker, payout.approve, orderNo))
  await app.settle()
}

const done = async (answer: Promise<{ code: number; msg: string }>) => {
  const { code, msg } = await answer
  if (code) throw new Error(`${code} ${msg}`)
}
