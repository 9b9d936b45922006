import { randomUUID } from 'node:crypto'
import { addDays, businessDay } from '../../src/machines/calendar.ts'
import type { StreamOf } from '../../src/machines/lifecycles.ts'
import type { CaseOrder, RecoveryCase, RecoveryCaseEvent } from '../../src/machines/recoveryCase.facts.ts'
import { settingStream } from '../../src/server/setting/commands.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as recoveryCase from '../../src/services/recoveryCase.ts'
import type { TestApp } from '../kit/app.ts'
import { bankFile, takeIn } from '../kit/bank.ts'
import { openLoan } from '../kit/loans.ts'
import { putInForce } from '../kit/settings.ts'
import { formInput } from './formInput.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { type Move, recoveryCaseModel } from './recoveryCase.moves.ts'

const minute = 60_000
const ofWalks = 'of these walks'
/** The principal of the loan's usual terms, and 40 days of interest. */
const owed = 1_200_000 + 96_000

/** Cases, each of another loan, whose own events the path brings. */
export const recoveryCaseProcess = (): Process<Move, RecoveryCase> & { orderNo: () => string } => {
  let idOf: IdOf
  let orderNo: string
  let order: CaseOrder
  let attempt: string
  /** How many cases of other paths each collector keeps. */
  let retained: ReadonlyMap<string, number>
  const streamOf = (): StreamOf<'recoveryCase'> => `recoveryCase/${orderNo}`

  const keptOf = async ({ db }: TestApp) => {
    const kept = await db.sql
      .selectFrom('recovery_case')
      .select((eb) => ['holder', eb.fn.countAll<number>().as('count')])
      .where('phase', '=', 'open')
      .where('retained_until', 'is not', null)
      .where('order_no', '!=', orderNo)
      .groupBy('holder')
      .execute()
    return new Map(kept.map(({ holder, count }) => [holder!, count]))
  }

  const driver: Driver<Move, RecoveryCase> = {
    factOf: (move, standing, at) => {
      const fact = recoveryCaseModel.factOf(move, standing, at, idOf)
      return {
        ...fact,
        ...('orderNo' in fact && { orderNo, order }),
        ...('attempt' in fact && { attempt }),
        ...('owed' in fact && { owed }),
        ...('retains' in fact && { retains: retained.get(standing.state.context.holder!) ?? 0 }),
      }
    },
    streamOf,
    begin: async (app) => {
      idOf = await idsOf(app, ['collector', 'preCollector', 'collectionLead'])
      orderNo = await openLoan(app, { from: addDays(businessDay(app.clock.now()), -10) })
      retained = await keptOf(app)
      const { context } = await app.server.store.state(`loan/${orderNo}`)
      const { person, app: lender, product } = context.order!
      order = { person, app: lender, product }
      // The path decides what the loan does to its case.
      await app.db.sql.deleteFrom('es_effect').where('name', '=', 'followLoan').execute()
      await anyHour(app, person)
      await openDays(app)
      await booksStatements(app)
      return new Map()
    },
    ask: async ({ type }, { version, fact }) => {
      const endpoint = (recoveryCase.commands as Record<string, Endpoint>)[type]
      return endpoint && { endpoint, body: { orderNo, version, ...formInput(recoveryCaseModel, fact()) } }
    },
    bring: (_move, stream, { server }, fact) =>
      server.store.send({ stream, event: fact as RecoveryCaseEvent, via: 'SYS', key: randomUUID() }),
    learn: async ({ type }, app) => {
      // The last day of a case of another path may come between two steps.
      retained = await keptOf(app)
      if (type === 'contacted') attempt = (await app.server.store.state(streamOf())).context.contact!.attempt
    },
  }

  return { model: recoveryCaseModel, driver, orderNo: () => orderNo }
}

/** The lender books bank statements, the last one of yesterday or a few days before: no promise's day is booked. */
const booksStatements = async (app: TestApp) => {
  const yesterday = addDays(businessDay(app.clock.now()), -1)
  const recent = await app.db.sql
    .selectFrom('bank_statement')
    .select('id')
    .where('to_day', '>=', addDays(yesterday, -7))
    .executeTakeFirst()
  if (recent) return
  const account = `W${randomUUID().slice(0, 8)}`
  await putInForce(app, 'bankAccount', account, { bank: 'BCA', name: 'Uji', number: '12345' })
  await takeIn(app, await app.login('finance'), account, bankFile(0, [[yesterday, 1000, 'masuk', account]]))
}

/** The customer agreed to be contacted at any hour, so that a path is not bound to the hours of the rules. */
export const anyHour = ({ server, clock }: TestApp, person: string) =>
  server.store.send({
    stream: `contact/${person}`,
    event: {
      type: 'hoursAgreed',
      by: 'SYS',
      at: clock.now() - minute,
      opens: '00:00',
      closes: '24:00',
      days: 'everyDay',
      proof: 'any hour',
    },
    via: 'contact.agreeHours',
    key: randomUUID(),
  })

/** Walks and scenarios move the clock: this year and the next have one holiday, long past or far ahead. */
export const openDays = async (app: TestApp) => {
  const year = Number(businessDay(app.clock.now()).slice(0, 4))
  for (const [code, day] of [
    [String(year), `${year}-01-01`],
    [String(year + 1), `${year + 1}-12-31`],
  ] as const) {
    const known = await app.server.store.state(settingStream('holidays', code))
    if (JSON.stringify(known.context).includes(ofWalks)) continue
    const days = [{ day, name: 'Tahun Baru Masehi', kind: 'national' as const }]
    await putInForce(app, 'holidays', code, { decree: ofWalks, days })
  }
}
