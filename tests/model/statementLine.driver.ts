import { addDays, businessDay, dayStart } from '../../src/machines/calendar.ts'
import type { State } from '../../src/machines/kernel.ts'
import type { StatementLine } from '../../src/machines/statementLine.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as loan from '../../src/services/loan.ts'
import * as statement from '../../src/services/statement.ts'
import type { TestApp } from '../kit/app.ts'
import { bankFile, uploadTo } from '../kit/bank.ts'
import { openLoan } from '../kit/loans.ts'
import { bankLine, statementLineFacts } from '../machines/statementLine.events.ts'
import { emptyAccount } from './emptyAccount.ts'
import { formInput } from './formInput.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { type Move, statementLineModel } from './statementLine.moves.ts'

/** The line's file, its order, and an order whose loan is too young for it. */
type Known = { account: string; statement: string; orderNo: string; young: string; txid: string; day: string }

const daysAgo = { loan: -5, line: -2 }
const { amount } = bankLine

/** Lines, each the only one of its account. A line names its order where the path has the system find it. */
export const statementLineProcess = (): Process<Move, StatementLine> & { id: () => string } => {
  let idOf: IdOf
  let known: Known
  let path: readonly Move[]

  /** The order of a proposal: the young one in the proposal whose posting is refused. */
  const orderAt = (version: number) =>
    path.slice(version, version + 3).some(({ type }) => type === 'postingRefused') ? known.young : known.orderNo

  const facts = (type: Move['type'], { version, context: { postings } }: State<StatementLine>): object => {
    const { account, statement, txid, day } = known
    switch (type) {
      case 'lineImported':
        return { account, n: 1, statement, txid, day, bookedAt: dayStart(day), start: 0, end: amount }
      case 'lineNoted':
        return { account, n: 1, statement, txid, day, bookedAt: dayStart(day), start: 0, end: 0 }
      case 'lineMatched':
        return { orderNo: known.orderNo }
      case 'matchProposed':
        return { orderNo: orderAt(version) }
      case 'exceptionMade':
        return { owner: idOf('finance') }
      case 'lineReconciled':
        return { posted: postings === 0 ? txid : `${txid}/${postings + 1}` }
      case 'unmatchFailed':
        return { reason: 'loan:guard.notOffered' }
      default:
        return {}
    }
  }

  const driver: Driver<Move, StatementLine> = {
    factOf: (move, standing, at) => ({
      ...statementLineModel.factOf(move, standing, at, idOf),
      ...facts(move.type, standing.state),
    }),
    streamOf: () => `statementLine/${known.account}-1`,
    begin: async (app, walked) => {
      path = walked
      idOf = await idsOf(app, ['finance', 'financeChecker'])
      const today = businessDay(app.clock.now())
      const orderNo = await openLoan(app, { from: addDays(today, daysAgo.loan) })
      const young = await openLoan(app, { from: today })
      const [account, txid, day] = [await emptyAccount(app), `T-${orderNo}`, addDays(today, daysAgo.line)]
      const info = path.some(({ type }) => type === 'lineMatched') ? `TRSF ${orderNo}` : 'SETOR TUNAI'
      const moved = path.some(({ type }) => type === 'lineNoted') ? 0 : amount
      const finance = await app.login('finance')
      const { id, version } = await uploadTo(app, finance, account, bankFile(0, [[day, moved, info, txid]]))
      await finance.data(statement.confirm, { id, version })
      known = { account, statement: id, orderNo, young, txid, day }
      return new Map()
    },
    ask: async ({ type }, { version, fact }) => {
      const endpoint = (statement.lineCommands as Record<string, Endpoint>)[type]
      const id = `${known.account}-1`
      return endpoint && { endpoint, body: { id, version, ...formInput(statementLineModel, fact()) } }
    },
    bring: ({ type }, stream, app) => {
      const goOn = () => untilNext(app, stream)
      return type === 'unmatchFailed' ? whileProposed(app, known, goOn) : goOn()
    },
  }

  return { model: statementLineModel, driver, id: () => `${known.account}-1` }
}

/** Runs rounds of work until something happened to the line. */
const untilNext = async ({ server, work }: TestApp, stream: string) => {
  const before = await server.store.version(stream)
  while ((await server.store.version(stream)) === before) await work.runDue()
}

/**
 * Runs `work` while the reversal of the line's payment is already proposed at its loan, so that it cannot be proposed
 * again.
 */
const whileProposed = async (app: TestApp, { orderNo, txid }: Known, work: () => Promise<unknown>) => {
  const [finance, checker] = [await app.login('finance'), await app.login('financeChecker')]
  const at = async () => ({ orderNo, version: await app.server.store.version(`loan/${orderNo}`) })
  await finance.data(loan.proposeReversal, { ...(await at()), txid, reason: statementLineFacts.unmatchProposed.note })
  await work()
  await checker.data(loan.refuseReversal, await at())
}
