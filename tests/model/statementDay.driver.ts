import { addDays, businessDay } from '../../src/machines/calendar.ts'
import type { StatementDay } from '../../src/machines/statementDay.ts'
import * as statement from '../../src/services/statement.ts'
import { bankFile, takeIn } from '../kit/bank.ts'
import { emptyAccount } from './emptyAccount.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { type Move, statementDayModel } from './statementDay.moves.ts'

type Known = { account: string; day: string }

const fee = 500
const standing = { lines: 1, start: 0, end: fee, credits: fee, debits: 0 }

/** Statement days of accounts with one line, an exception. */
export const statementDayProcess = (): Process<Move, StatementDay> & { known: () => Known } => {
  let idOf: IdOf
  let known: Known

  const driver: Driver<Move, StatementDay> = {
    factOf: (move, at, now) => ({
      ...statementDayModel.factOf(move, at, now, idOf),
      ...(move.type !== 'dayCloseRefused' && standing),
      ...(move.type === 'dayCloseProposed' && known),
    }),
    streamOf: () => `statementDay/${known.account}-${known.day}`,
    begin: async (app) => {
      idOf = await idsOf(app, ['finance', 'financeChecker'])
      known = { account: await emptyAccount(app), day: addDays(businessDay(app.clock.now()), -2) }
      const finance = await app.login('finance')
      await takeIn(app, finance, known.account, bankFile(0, [[known.day, fee, 'bunga', 'A1']]))
      const { rows } = await finance.data(statement.list, { account: known.account })
      const { id, version } = rows[0]!
      await finance.data(statement.makeException, { id, version, reason: 'bankInterest', owner: finance.id })
      return new Map()
    },
    ask: async ({ type }, { version }) => ({
      endpoint: statement.dayCommands[type],
      body: { ...known, version },
    }),
  }

  return { model: statementDayModel, driver, known: () => known }
}
