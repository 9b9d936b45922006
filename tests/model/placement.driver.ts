import { randomUUID } from 'node:crypto'
import { addDays, businessDay } from '../../src/machines/calendar.ts'
import { ledgerOn, leftOn } from '../../src/machines/ledger.ts'
import type { StreamOf } from '../../src/machines/lifecycles.ts'
import { bookOf, type Loan } from '../../src/machines/loan.facts.ts'
import type { Placement, PlacementEvent } from '../../src/machines/placement.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as placement from '../../src/services/placement.ts'
import { openLoan } from '../kit/loans.ts'
import { recoveryCaseFacts } from '../machines/recoveryCase.events.ts'
import { formInput } from './formInput.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { type Move, placementModel } from './placement.moves.ts'

/** Placements, each of another order with an open case. */
export const placementProcess = (): Process<Move, Placement> & { orderNo: () => string } => {
  let idOf: IdOf
  let orderNo: string
  let loan: Loan
  const streamOf = (): StreamOf<'placement'> => `placement/${orderNo}`

  const driver: Driver<Move, Placement> = {
    factOf: (move, standing, at) => {
      const fact = placementModel.factOf(move, standing, at, idOf)
      return {
        ...fact,
        ...('orderNo' in fact && { orderNo, app: loan.order!.app }),
        ...('balance' in fact && { balance: leftOn(ledgerOn(bookOf(loan), businessDay(at))) }),
      }
    },
    streamOf,
    begin: async (app) => {
      idOf = await idsOf(app, ['collectionLead', 'financeChecker'])
      const today = businessDay(app.clock.now())
      orderNo = await openLoan(app, { from: addDays(today, -10) })
      loan = (await app.server.store.state(`loan/${orderNo}`)).context
      // The path decides what the loan does to its case.
      await app.db.sql.deleteFrom('es_effect').where('name', '=', 'followLoan').execute()
      const { person, app: lender, product } = loan.order!
      await app.server.store.send({
        stream: `recoveryCase/${orderNo}`,
        event: {
          type: 'episodeOpened',
          by: 'SYS',
          at: app.clock.now(),
          ...recoveryCaseFacts.episodeOpened,
          orderNo,
          order: { person, app: lender, product },
          due: addDays(today, 3),
        },
        via: 'SYS',
        key: randomUUID(),
      })
      return new Map()
    },
    ask: async ({ type }, { version, fact }) => {
      const endpoint = (placement.commands as Record<string, Endpoint>)[type]
      return endpoint && { endpoint, body: { orderNo, version, ...formInput(placementModel, fact()) } }
    },
    bring: (_move, stream, { server }, fact) =>
      server.store.send({ stream, event: fact as PlacementEvent, via: 'SYS', key: randomUUID() }),
  }

  return { model: placementModel, driver, orderNo: () => orderNo }
}
