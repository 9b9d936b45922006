import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { addDays, businessDay } from '../../src/machines/calendar.ts'
import { ledgerOn, leftOn } from '../../src/machines/ledger.ts'
import { bookOf } from '../../src/machines/loan.facts.ts'
import type { PayoutEvent } from '../../src/machines/payout.facts.ts'
import { txidOf } from '../../src/machines/txid.ts'
import { Refused } from '../../src/server/kit/refused.ts'
import * as approval from '../../src/services/approval.ts'
import * as jobs from '../../src/services/jobs.ts'
import * as lead from '../../src/services/lead.ts'
import * as loan from '../../src/services/loan.ts'
import * as message from '../../src/services/message.ts'
import * as order from '../../src/services/order.ts'
import * as payout from '../../src/services/payout.ts'
import * as quality from '../../src/services/quality.ts'
import * as recoveryCase from '../../src/services/recoveryCase.ts'
import * as reviewers from '../../src/services/reviewers.ts'
import * as statement from '../../src/services/statement.ts'
import * as verifyCode from '../../src/services/verifyCode.ts'
import * as withdrawal from '../../src/services/withdrawal.ts'
import { testApp, type Caller, type TestApp } from '../kit/app.ts'
import { bankFile, takeIn } from '../kit/bank.ts'
import { requestExport } from '../kit/exports.ts'
import { importedLead } from '../kit/leads.ts'
import { openLoan } from '../kit/loans.ts'
import { waitingOrders } from '../kit/orders.ts'
import { approvedOrder, payoutCall, send } from '../kit/payouts.ts'
import { approvedTemplate, demoSender } from '../kit/smsTemplates.ts'

const dayMs = 24 * 3_600_000
// The account ending for which the sandbox never answers.
const isDown = '95'

type PayoutCommand = (typeof payout.commands)[keyof typeof payout.commands]

type Command = (typeof loan.commands)[keyof typeof loan.commands]

/** A small lender as this code writes it: what happens day by day, and what rules that came later would refuse. */
const makeMuseum = async (databaseUrl: string): Promise<TestApp> => {
  const app = await testApp({ databaseUrl })
  await app.settle()
  await makeReviews(app)
  await makeLoans(app)
  await makeJobs(app)
  await makeCash(app)
  await makeDoubts(app)
  await makeContacts(app)
  await makeLeads(app)
  // What providers still have to say, and the deadlines of the next day.
  app.clock.advance(dayMs)
  await app.deliver()
  await app.settle()
  return app
}

const makeReviews = async (app: TestApp) => {
  const [passed, rejected, returned, held] = await waitingOrders(app, [{}, {}, {}, {}])
  const reviewer = await app.login('reviewer1')
  const second = await app.login('reviewer2')
  await reviewer.data(reviewers.signIn, {})
  const step = async (by: Caller, command: typeof approval.firstClaim, orderNo: string, input: object = {}) =>
    by.data(command, { orderNo, version: await app.server.store.version(`approval/${orderNo}`), ...input })
  for (const orderNo of [passed!, rejected!, returned!, held!]) await step(reviewer, approval.firstClaim, orderNo)
  await step(reviewer, approval.firstPass, passed!, { amount: 1_500_000, term: 14, note: 'kurang' })
  await step(second, approval.finalClaim, passed!)
  await step(second, approval.finalReject, passed!, { reason: 'incomeUnclear', note: '' })
  await step(reviewer, approval.firstReject, rejected!, { reason: 'fraudSuspected', note: '' })
  await step(reviewer, approval.firstReturn, returned!, { reason: 'documentUnreadable', note: '', mend: ['idFront'] })
}

const makeLoans = async (app: TestApp) => {
  const today = businessDay(app.clock.now())
  const staff = {
    finance: await app.login('finance'),
    checker: await app.login('financeChecker'),
    collector: await app.login('collector'),
    lead: await app.login('collectionLead'),
  }
  const stateOf = async (orderNo: string) => await app.server.store.state(`loan/${orderNo}`)
  const does = async (by: Caller, command: Command, orderNo: string, input: object = {}) => {
    const { version } = await stateOf(orderNo)
    const { code, msg } = await by.call(command as typeof loan.record, { orderNo, version, ...input } as never)
    // What the rules of the time refuse does not happen; anything else is a fault of this story.
    if (code !== 0 && code !== 422) throw new Error(`${command.id}: ${code} ${msg}`)
  }
  let payments = 0
  const paid = (amount: number) => ({ txid: `museum-${(payments += 1)}`, day: today, amount })
  const owed = async (orderNo: string) => leftOn(ledgerOn(bookOf((await stateOf(orderNo)).context), today))
  const priceOf = async (orderNo: string) => {
    const { serviceFee, interest } = (await stateOf(orderNo)).context.rollover!
    return serviceFee + interest
  }
  const late = () => openLoan(app, { from: addDays(today, -30) })

  const reduced = await late()
  await app.settle()
  await does(staff.collector, loan.requestReduction, reduced, {
    amount: 5000,
    until: addDays(today, 5),
    reason: 'Usaha sepi',
  })
  await does(staff.finance, loan.record, reduced, paid(await owed(reduced)))
  await does(staff.lead, loan.approveReduction, reduced)

  const muchReduced = await late()
  await app.settle()
  await does(staff.collector, loan.requestReduction, muchReduced, {
    amount: 50_000,
    until: addDays(today, 5),
    reason: 'Usaha sepi',
  })
  await does(staff.finance, loan.record, muchReduced, paid(await owed(muchReduced)))
  await does(staff.checker, loan.approveLargeReduction, muchReduced)

  const rolledOver = await late()
  await app.settle()
  await does(staff.finance, loan.offerRollover, rolledOver, { days: 14, until: addDays(today, 1) })
  const price = await priceOf(rolledOver)
  await does(staff.finance, loan.record, rolledOver, paid(await owed(rolledOver)))
  await does(staff.finance, loan.recordRollover, rolledOver, paid(price))

  const writtenOff = await openLoan(app, { from: addDays(today, -150) })
  await app.settle()
  await does(staff.finance, loan.proposeWriteOff, writtenOff, { reason: 'Tidak ditemukan' })
  await does(staff.finance, loan.offerRollover, writtenOff, { days: 14, until: addDays(today, 1) })
  const cost = await priceOf(writtenOff)
  await does(staff.checker, loan.confirmWriteOff, writtenOff)
  await app.settle()
  await does(staff.finance, loan.recordRollover, writtenOff, paid(cost))

  // One of each that still goes on.
  const open = await late()
  await does(staff.finance, loan.record, open, paid(100_000))
  await does(staff.finance, loan.proposeReversal, open, { txid: `museum-${payments}`, reason: 'Salah rekening' })
  const offered = await late()
  await app.settle()
  await does(staff.finance, loan.offerRollover, offered, { days: 14, until: addDays(today, 3) })

  // Its offer has ended, and its deadline has not run.
  const tooLate = await late()
  await app.settle()
  await does(staff.finance, loan.offerRollover, tooLate, { days: 14, until: today })
  const fee = await priceOf(tooLate)
  app.clock.advance(dayMs)
  const finance = await app.login('finance')
  await does(finance, loan.recordRollover, tooLate, { ...paid(fee), day: addDays(today, 1) })
}

const makeJobs = async (app: TestApp) => {
  const [first, second] = await waitingOrders(app, [{}, {}])
  const support = await app.login('support')
  const file = Buffer.from(['Order no.', first, second, 'LK260101000001', 'x'].join('\n'))
  await support.data(order.uploadSheet, { name: 'orders.csv', content: file.toString('base64') })
  await app.settle()
  const lead = await app.login('reviewLead')
  await requestExport(lead)
  const reviewer = await app.login('reviewer1')
  await support.data(order.editBankCard, { orderNo: first!, account: '9876543210' })
  await app.settle()
  await lead.data(jobs.requestBulk, {
    list: 'approve.list',
    filter: { list: 'firstWait' },
    command: 'firstRecalled',
    said: {},
  })
  await requestExport(reviewer, { format: 'xlsx' })
  await app.settle()
}

const makeCash = async (app: TestApp) => {
  const today = businessDay(app.clock.now())
  const finance = await app.login('finance')
  const checker = await app.login('financeChecker')
  await send(app, finance, checker, await approvedOrder(app))
  await approvedOrder(app)
  const file = bankFile(1_000_000, [
    [addDays(today, -2), 5_000_000, 'SETORAN AWAL', 'mb-1'],
    [addDays(today, -1), 250_000, 'TRSF BUDI', 'mb-2'],
    [addDays(today, -1), -40_000, 'BIAYA ADM', 'mb-3'],
  ])
  const taken = await takeIn(app, finance, 'BCA-OUT', file)
  const lines = await app.db.sql
    .selectFrom('statement_line')
    .select(['id', 'version'])
    .where('statement', '=', taken)
    .where('txid', '!=', 'mb-1')
    .execute()
  for (const line of lines)
    await finance.data(statement.makeException, { ...line, reason: 'bankFee', owner: checker.id })
  await finance.data(statement.proposeClose, { account: 'BCA-OUT', day: addDays(today, -1), version: 0 })
  const order = { account: 'BCA-OUT', amount: 25_000_000, bank: 'BCA', holder: 'PT Sewa Kantor', channel: 'samudra' }
  const asked = { ...order, version: 0, card: '1234567890', purpose: 'Sewa kantor' }
  await finance.data(withdrawal.request, asked)
  const { stream } = await finance.data(withdrawal.request, asked)
  await checker.data(withdrawal.approve, { txid: stream.slice('withdrawal/'.length), version: 1 })
  await app.settle()
}

/** A second sending without an answer, while two people settle a doubt about the first; one order is called off after. */
const makeDoubts = async (app: TestApp) => {
  const does = async (by: Caller, command: PayoutCommand, orderNo: string, input: object = {}) => {
    const { code, msg } = await payoutCall(app, by, command, orderNo, input)
    if (code !== 0 && code !== 422) throw new Error(`${command.id}: ${code} ${msg}`)
  }
  const orders = [await approvedOrder(app, isDown), await approvedOrder(app, isDown)]
  const says = async (orderNo: string, event: Pick<PayoutEvent, 'type'> & object) =>
    app.server.store.send({
      stream: `payout/${orderNo}`,
      event: { by: 'SYS', at: app.clock.now(), txid: txidOf(orderNo, 1), code: 'E7', ...event } as PayoutEvent,
      via: 'SYS',
      key: randomUUID(),
    })
  const staff = [await app.login('finance'), await app.login('financeChecker')] as const
  for (const orderNo of orders) {
    await send(app, ...staff, orderNo)
    await says(orderNo, { type: 'payoutFailed' })
    await send(app, ...staff, orderNo)
    await says(orderNo, { type: 'payoutContradicted', word: 'succeeded' } as PayoutEvent)
  }
  app.clock.advance(3_600_000)
  await app.settle()
  const finance = await app.login('finance')
  const checker = await app.login('financeChecker')
  for (const orderNo of orders) {
    await does(finance, payout.proveUnpaid, orderNo, { evidence: 'Tidak ada di rekening koran' })
    await does(checker, payout.confirmProof, orderNo)
  }
  await app.server.store
    .send({
      stream: `payout/${orders[0]!}`,
      event: { type: 'payoutCancelled', by: 'SYS', at: app.clock.now() },
      via: 'SYS',
      key: randomUUID(),
    })
    .catch((error) => {
      if (!(error instanceof Refused && error.code === 422)) throw error
    })
}

/** Tuesday at ten in Jakarta, when everybody may be reached. */
const untilWorkday = async (app: TestApp) => {
  const today = Date.parse(businessDay(app.clock.now()))
  const days = [1, 2, 3, 4, 5, 6, 7].find((later) => new Date(today + later * dayMs).getUTCDay() === 2)!
  app.clock.advance(today + days * dayMs + 3 * 3_600_000 - app.clock.now())
  await app.settle()
}

/** A case that is tried, promised, complained of and held, and one that its holder keeps; a message that arrives. */
const makeContacts = async (app: TestApp) => {
  await untilWorkday(app)
  const today = businessDay(app.clock.now())
  const staff = await app.login('collector')
  const head = await app.login('collectionLead')
  const support = await app.login('support')
  const at = async (orderNo: string) => ({
    orderNo,
    version: await app.server.store.version(`recoveryCase/${orderNo}`),
  })
  const [tried, kept] = [
    await openLoan(app, { from: addDays(today, -21) }),
    await openLoan(app, { from: addDays(today, -22) }),
  ]
  await app.settle()
  for (const orderNo of [tried, kept])
    await head.data(recoveryCase.dispatch, { ...(await at(orderNo)), holder: staff.id })
  await staff.data(recoveryCase.contact, { ...(await at(tried)), channel: 'phone' })
  await staff.data(recoveryCase.noteOutcome, { ...(await at(tried)), outcome: 'promised' })
  // A second attempt within the hour: a rule forbids it.
  await staff.call(recoveryCase.contact, { ...(await at(tried)), channel: 'phone' })
  await staff.data(recoveryCase.promise, { ...(await at(tried)), amount: 50_000, day: addDays(today, 1) })
  const complaint = { topic: 'otherPeople', channel: 'phone', words: 'Tetangga diberi tahu' } as const
  await staff.data(recoveryCase.complain, { ...(await at(kept)), ...complaint })
  await head.data(recoveryCase.complain, { ...(await at(kept)), ...complaint, hold: '3' })
  await head.data(recoveryCase.liftHold, await at(kept))
  await head.data(recoveryCase.retain, { ...(await at(kept)), until: addDays(today, 5) })
  await support.data(message.send, {
    version: 0,
    orderNo: tried,
    text: await approvedTemplate(app),
    sender: demoSender,
  })
  await app.settle()
  await app.deliver()
}

/** A lead that is called, has a code and ends with a complaint; one with a call-back; one who wants no marketing. */
const makeLeads = async (app: TestApp) => {
  const seller = await app.login('telemarketer')
  const head = await app.login('telemarketingLead')
  const at = async (id: string) => ({ id, version: await app.server.store.version(`lead/${id}`) })
  const claimed = async (phone: string) => {
    const id = await importedLead(app, { phone })
    await seller.data(lead.claim, await at(id))
    await seller.data(lead.contact, { ...(await at(id)), channel: 'phone' })
    return id
  }
  const agreed = await claimed('+62812000055501')
  await seller.data(lead.noteOutcome, { ...(await at(agreed)), outcome: 'reached' })
  await seller.data(verifyCode.issue, { lead: agreed })
  await seller.data(lead.finish, { ...(await at(agreed)), result: 'agreed' })
  await app.settle()
  await head.data(quality.complain, { version: 0, lead: agreed, complaint: 'Merasa dipaksa' })
  const later = await claimed('+62812000055502')
  const tomorrow = addDays(businessDay(app.clock.now()), 1)
  await seller.data(lead.callBack, { ...(await at(later)), day: tomorrow, time: '15:00', outcome: 'busy' })
  const barred = await claimed('+62812000055503')
  await seller.data(lead.invalidate, { ...(await at(barred)), reason: 'doNotContact' })
}

// Says what its database is called, which is there until standard input ends.
const app = await makeMuseum(process.argv[2]!)
const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db.sql)
console.log(rows[0]!.name)
for await (const _ of process.stdin);
await app.close()
