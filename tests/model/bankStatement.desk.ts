import type { BankStatement } from '../../src/machines/bankStatement.ts'
import { addDays, businessDay } from '../../src/machines/calendar.ts'
import { policy } from '../../src/server/policy.ts'
import * as statement from '../../src/services/statement.ts'
import { bankFile } from '../kit/bank.ts'
import { bankStatementFacts } from '../machines/bankStatement.events.ts'
import { bankStatementModel, type Move } from './bankStatement.moves.ts'
import { emptyAccount } from './emptyAccount.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Desk, Process } from './office.ts'
import { without } from './rights.ts'

type Known = { account: string; content: Buffer; from: string; to: string }

const name = 'mutasi.csv'
const fractional = Buffer.from('Tanggal;Jumlah;Saldo\n01/11/2026;1,50 CR;1\n')

/** Bank files, each of an empty account: a valid one, or one with an invalid line. */
export const bankStatementProcess = (): Process<Move, BankStatement> & { known: () => Known } => {
  let idOf: IdOf
  let known: Known

  const said = (type: Move['type']): object => {
    const { account, content, from, to } = known
    const { runTtl, previewTtl } = policy
    switch (type) {
      case 'statementUploaded':
        return { account, bytes: content.length, language: 'en' }
      case 'statementBegun':
        return { runTtl }
      case 'statementStaged':
        return { from, to, previewTtl }
      case 'statementRefused':
        return { errors: 1 }
      default:
        return {}
    }
  }

  const desk: Desk<Move, BankStatement> = {
    factOf: (move, standing, at) => ({
      ...bankStatementModel.factOf(move, standing, at, idOf),
      ...said(move.type),
    }),
    begin: async (app, path) => {
      idOf = await idsOf(app, ['finance'])
      const today = businessDay(app.clock.now())
      const [from, to] = [addDays(today, -2), addDays(today, -1)]
      const { start, credits, debits } = bankStatementFacts.statementStaged
      const sound = bankFile(start, [
        [from, credits, 'masuk', 'A1'],
        [to, -debits, 'keluar', 'A2'],
      ])
      const content = path.some(({ type }) => type === 'statementRefused') ? fractional : sound
      known = { account: await emptyAccount(app), content, from, to }
      return new Map()
    },
    ask: async ({ type }, { version, stream }) => {
      const { account, content } = known
      // The call always uploads another file, so it cannot be repeated on this one.
      if (type === 'statementUploaded')
        return stream
          ? undefined
          : { endpoint: statement.upload, body: { account, name, content: content.toString('base64') } }
      if (!stream || (type !== 'statementConfirmed' && type !== 'statementCancelled')) return undefined
      const id = stream.slice('bankStatement/'.length)
      return { endpoint: statement.fileCommands[type], body: { id, version } }
    },
    bring: async ({ type }, _, app) => {
      // One round of work only: the next would read the file.
      if (type === 'statementBegun') return app.work.runDue()
      if (type === 'statementFailed') return without(app, 'finance', statement.upload.interface, app.settle)
      return app.settle()
    },
  }

  return { model: bankStatementModel, desk, known: () => known }
}
