import type { BankStatement } from '../../src/machines/bankStatement.ts'
import { addDays, businessDay } from '../../src/machines/calendar.ts'
import type { BankLayout } from '../../src/machines/setting.facts.ts'
import { policy } from '../../src/server/policy.ts'
import * as statement from '../../src/services/statement.ts'
import type { TestApp } from '../kit/app.ts'
import { bankFile, type Movement, takeIn } from '../kit/bank.ts'
import { putInForce } from '../kit/settings.ts'
import { bankStatementFacts } from '../machines/bankStatement.events.ts'
import { bankStatementModel, type Move } from './bankStatement.moves.ts'
import { emptyAccount } from './emptyAccount.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Desk, Process } from './office.ts'
import { without } from './rights.ts'

/** A file's account and content. The bank books what is left out on each of the days from the last one on. */
type Known = { account: string; content: Buffer; from: string; to: string; isLeft: boolean }

const name = 'mutasi.csv'
const left = ['SETORAN TUNAI CABANG', 'KLIRING PENYETORAN']
const leftAmount = 700
const heads = {
  known: 'Tanggal;Value Date;Referensi;Keterangan;Debet;Kredit;Saldo',
  unknown: 'Kapan;Valuta;Nomor;Isi;Keluar;Masuk;Sisa',
}
const layout: BankLayout = {
  head: heads.unknown.split(';'),
  roles: ['day', 'valueDay', 'txid', 'info', 'debit', 'credit', 'balance'],
  dates: 'dmy',
  sen: ',',
  unsigned: 'refused',
  creditMark: '',
  debitMark: '',
  id: 'unique',
}

/** A file of a credit and a debit; `left`: with what the bank is to book on the last day and on the next. */
const fileWith = (
  head: string,
  { from, to, isWrong, isLeft }: { from: string; to: string; isWrong: boolean; isLeft: boolean },
) => {
  const { start, end, credits, debits } = bankStatementFacts.statementStaged
  const pending = left.map((text, n) => `PEND;${addDays(to, n)};;${text};;${leftAmount};`)
  const lines = [
    head,
    `${from};;A1;masuk;;${credits}${isWrong ? ',50' : ''};${start + credits}`,
    `${to};;A2;keluar;${debits};;${end}`,
    ...(isLeft ? pending : []),
  ]
  return Buffer.from(lines.join('\n'))
}

/** Bank files, each of an empty account: with an unknown head, movements not booked yet or an invalid line, or none of these. */
export const bankStatementProcess = (): Process<Move, BankStatement> & { known: () => Known } => {
  let idOf: IdOf
  let known: Known
  let missed = 0
  let isSaved = true

  const said = (type: Move['type']): object => {
    const { account, content, from, to, isLeft } = known
    const { runTtl, previewTtl } = policy
    switch (type) {
      case 'statementUploaded':
        return { account, bytes: content.length, language: 'en' }
      case 'statementBegun':
        return { runTtl }
      case 'statementStaged':
        return { from, to, previewTtl, ...(isLeft && { pending: left.length }) }
      case 'layoutUnknown':
        return { previewTtl }
      case 'statementRefused':
        return { errors: 1 }
      default:
        return {}
    }
  }

  /** Takes in the account's next file: one movement, on the day of the nth that was left out. */
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
      const has = (event: Move['type']) => path.some(({ type }) => type === event)
      const [isWrong, isLeft] = [has('statementRefused'), has('pendingMissed')]
      const head = has('layoutUnknown') ? heads.unknown : heads.known
      const content = fileWith(head, { from, to, isWrong, isLeft })
      isSaved = !has('layoutUnknown')
      known = { account: await emptyAccount(app), content, from, to, isLeft }
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
      if (!id || (type !== 'statementConfirmed' && type !== 'statementCancelled' && type !== 'statementReread'))
        return undefined
      return { endpoint: statement.fileCommands[type], body: { id, version } }
    },
    bring: async ({ type }, _, app) => {
      if ((type === 'statementStaged' || type === 'statementRefused') && !isSaved) {
        isSaved = true
        await putInForce(app, 'bankLayout', known.account, layout)
      }
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
