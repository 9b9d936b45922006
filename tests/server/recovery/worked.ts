import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { signIn } from '../../../src/services/collector.ts'
import * as loan from '../../../src/services/loan.ts'
import * as placement from '../../../src/services/placement.ts'
import * as recoveryCase from '../../../src/services/recoveryCase.ts'
import { start, type TestApp } from '../../kit/app.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { openLoans } from '../../kit/loans.ts'

/** Some orders are placed with an agency, one is recalled; of another a payment comes and is reversed, a second stands. */
const placed = async (app: TestApp, orders: readonly string[]) => {
  const [lead, checker, finance] = [
    await app.login('collectionLead'),
    await app.login('financeChecker'),
    await app.login('finance'),
  ]
  const company = 'Agen Penagihan Timur'
  for (const orderNo of orders) {
    const version = await app.server.store.version(`placement/${orderNo}`)
    await lead.data(placement.propose, { orderNo, version, company, until: addDays(businessDay(start), 30) })
    await checker.data(placement.confirm, { orderNo, version: version + 1 })
  }
  await app.settle()
  const [first, second] = orders
  const complains = async (orderNo: string, hold: '3' | 'none') => {
    const of = { orderNo, version: await app.server.store.version(`recoveryCase/${orderNo}`) }
    const complaint = { topic: 'manners', channel: 'phone', words: 'Somebody shouted' } as const
    await lead.data(recoveryCase.complain, { ...of, ...complaint, hold })
  }
  await complains(second!, 'none')
  await complains(orders.at(-1)!, '3')
  const confirmed = await app.server.store.version(`placement/${first!}`)
  await lead.data(placement.recall, { orderNo: first!, version: confirmed })
  const pay = async (txid: string, amount: number) => {
    const version = await app.server.store.version(`loan/${second!}`)
    await finance.data(loan.record, { orderNo: second!, version, txid, day: businessDay(start), amount })
    return version + 1
  }
  const version = await pay('agency-1', 30_000)
  await finance.data(loan.proposeReversal, { orderNo: second!, version, txid: 'agency-1', reason: 'bank' })
  await checker.data(loan.confirmReversal, { orderNo: second!, version: version + 1 })
  await pay('agency-2', 50_000)
  await app.settle()
}

/** A collector calls some customers, is given others, and days pass in which cases come to another stage. */
export const worked = async (app: TestApp) => {
  const lead = await app.login('collectionLead')
  const overdue = await openLoans(app, { from: addDays(businessDay(app.clock.now()), -40) }, [{}, {}, {}])
  await app.settle()
  await placed(app, overdue)
  const collector = await app.login('collector')
  const holder = collector.id
  const { rows: waiting } = await lead.data(recoveryCase.list, { kind: 'post', state: 'open.unassigned', limit: 200 })
  for (const { orderNo, version } of waiting.slice(0, 4))
    await lead.call(recoveryCase.dispatch, { orderNo, version, holder })
  const { rows } = await collector.data(recoveryCase.mine, { limit: 50 })
  for (const [nth, { orderNo, version }] of rows.slice(0, 12).entries()) {
    const { code, data } = await collector.call(recoveryCase.contact, { orderNo, version, channel: 'phone' })
    if (code !== 0) continue
    const outcome = nth % 2 === 0 ? 'reached' : 'noAnswer'
    await collector.call(recoveryCase.noteOutcome, { orderNo, version: (data as { version: number }).version, outcome })
  }
  // The system gives out what the lead has left.
  await collector.data(signIn, {})
  while ((await app.dispatch.runDue()) > 0);
  app.clock.advance(9 * 24 * 3_600_000)
  await app.settle()
  await catchUp(app.db)
}
