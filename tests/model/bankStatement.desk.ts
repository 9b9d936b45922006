import type { BankStatement } from '../../src/machines/bankStatement.ts'
import { addDays, businessDay } from '../../src/machines/calendar.ts'
import { policy } from '../../src/server/policy.ts'
import * as statement from '../../src/services/statement.ts'
import type { TestApp } from '../kit/app.ts'
import { bankFile, type Movement, takeIn } from '../kit/bank.ts'
import { bankStatementFacts } from '../machines/bankStatement.events.ts'
import { bankStatementModel, type Move } from './bankStatement.moves.ts'
import { emptyAccount } from './emptyAccount.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Desk, Process } from './office.ts'
import { without } from './rights.ts'

/** A file's account and content. The bank books what it expects on each of the days from the last one on. */
type Known = { account: string; content: Buffer; from: string; to: string; expects: boolean }

const name = 'mutasi.csv'
const left = ['SETORAN TUNAI CABANG', 'KLIRING PENYETORAN']
const leftAmount = 700
const fractional = Buffer.from('Tanggal;Jumlah;Saldo\n01/11/2026;1,50 CR;1\n')

/** An MT940 file with a credit, a debit, and what the bank expects on its last day and on the next. */
const expecting = (from: string, to: string) => {
  const { start, end, credits, debits } = bankStatementFacts.statementStaged
  const written = (day: string) => day.slice(2).replaceAll('-', '')
  const lines = [
    ':20:X',
    ':25:12345',
    `:60F:C${written(from)}IDR${start},`,
    `:61:${written(from)}C${credits},NTRFA1`,
    `:61:${written(to)}D${debits},NTRFA2`,
    ...left.flatMap((text, n) => [`:61:${written(addDays(to, n))}EC${leftAmount},NTRFNONREF`, `:86:${text}`]),
    `:62F:C${written(to)}IDR${end},`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}

/** Bank files, each of an empty account: valid, with movements that are not booked yet, or with an invalid line. */
export const bankStatementProcess = (): Process<Move, BankStatement> & { known: () => Known } => {
  let idOf: IdOf
  let known: Known
  let missed = 0

  const said = (type: Move['type']): object => {
    const { account, content, from, to, expects } = known
    const { runTtl, previewTtl } = policy
    switch (type) {
      case 'statementUploaded':
        return { account, bytes: content.length, language: 'en' }
      case 'statementBegun':
        return { runTtl }
      case 'statementStaged':
        return { from, to, previewTtl, ...(expects && { format: 'mt940', pending: left.length }) }
      case 'statementRefused':
        return { errors: 1 }
      default:
        return {}
    }
  }

  /** Takes in the account's next file: one movement, on the day on which the bank expected the nth one. */
  const takeNext = async (app: TestApp, nth: number, amount: number, info: string) => {
    const last = await app.db.sql
      .selectFrom('statement_line')
      .select(['after', 'n'])
      .where('account', '=', known.account)
      .orderBy('n', 'desc')
      .executeTakeFirstOrThrow()
    const movement: Movement = [addDays(known.to, nth - 1), amount, info, `B${last.n}`]
    await takeIn(app, await app.login('finance'), known.account, bankFile(last.after, [movement]))
  }

  const desk: Desk<Move, BankStatement> = {
    factOf: (move, standing, at) => ({
      ...bankStatementModel.factOf(move, standing, at, idOf),
      ...said(move.type),
    }),
    begin: async (app, path) => {
      missed = 0
      idOf = await idsOf(app, ['finance'])
      const today = businessDay(app.clock.now())
      const [from, to] = [addDays(today, -2), addDays(today, -1)]
      const { start, credits, debits } = bankStatementFacts.statementStaged
      const sound = bankFile(start, [
        [from, credits, 'masuk', 'A1'],
        [to, -debits, 'keluar', 'A2'],
      ])
      const refused = path.some(({ type }) => type === 'statementRefused')
      const expects = path.some(({ type }) => type === 'pendingMissed')
      const read = expects ? expecting(from, to) : sound
      const content = refused ? fractional : read
      known = { account: await emptyAccount(app), content, from, to, expects }
      return new Map()
    },
    ask: async ({ type }, { version, stream }) => {
      const { account, content } = known
      // The call always uploads another file, so it cannot be repeated on this one.
      if (type === 'statementUploaded')
        return stream
          ? undefined
          : { endpoint: statement.upload, body: { account, name, content: content.toString('base64') } }
      const id = stream?.slice('bankStatement/'.length)
      if (type === 'pendingSettled' && id)
        return {
          endpoint: statement.settlePending,
          body: { id, version, note: bankStatementFacts.pendingSettled.note },
        }
      if (!id || (type !== 'statementConfirmed' && type !== 'statementCancelled')) return undefined
      return { endpoint: statement.fileCommands[type], body: { id, version } }
    },
    bring: async ({ type }, _, app) => {
      // One round of work only: the next would read the file.
      if (type === 'statementBegun') return app.work.runDue()
      if (type === 'statementFailed') return without(app, 'finance', statement.upload.interface, app.settle)
      if (type === 'pendingMissed') return takeNext(app, (missed += 1), 1, 'BUNGA')
      if (type === 'pendingCame') return takeNext(app, missed, leftAmount, left[missed - 1]!)
      return app.settle()
    },
  }

  return { model: bankStatementModel, desk, known: () => known }
}
