import type { BankStatement } from '../../src/machines/bankStatement.ts'
import { addDays, businessDay } from '../../src/machines/calendar.ts'
import type { BankLayout } from '../../src/machines/setting.facts.ts'
import { policy } from '../../src/server/policy.ts'
import * as statement from '../../src/services/statement.ts'
import type { TestApp } from '../kit/app.ts'
import { bankFile, fileOf, type Movement, takeIn } from '../kit/bank.ts'
import { putInForce } from '../kit/settings.ts'
import { bankStatementFacts } from '../machines/bankStatement.events.ts'
import { bankStatementModel, type Move } from './bankStatement.moves.ts'
import { emptyAccount } from './emptyAccount.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { without } from './rights.ts'

/**
 * A file's account and content. The bank books what is left out on each of the days from the last one on. `whole` is the
 * uploaded file of two days, of which the second is walked.
 */
type Known = {
  account: string
  content: Buffer
  from: string
  to: string
  isLeft: boolean
  whole?: { id: string; at: number }
}

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

const swiftDay = (day: string) => day.slice(2).replaceAll('-', '')

/** An MT940 file of two days. The second has the movements of `fileWith`. */
const twoDays = ({ from, to, isLeft }: { from: string; to: string; isLeft: boolean }) => {
  const { start, end, credits, debits } = bankStatementFacts.partStaged
  const [before, first, second] = [addDays(from, -1), from, to].map(swiftDay) as [string, string, string]
  const pending = left.flatMap((text, n) => [`:61:${swiftDay(addDays(to, n))}EC${leftAmount},NTRFNONREF`, text])
  const lines = [
    [':20:1', ':25:12345', ':28C:1/1', `:60F:C${before}IDR0,`],
    [`:61:${before}C${start},NTRFA0`, `:62F:C${before}IDR${start},`, '-'],
    [':20:2', ':25:12345', ':28C:2/1', `:60F:C${before}IDR${start},`],
    [`:61:${first}C${credits},NTRFA1`, `:61:${second}D${debits},NTRFA2`, ...(isLeft ? pending : [])],
    [`:62F:C${second}IDR${end},`, '-'],
  ]
  return Buffer.from(lines.flat().join('\r\n'))
}

/** Bank files, each of an empty account: with an unknown head, movements not booked yet or an invalid line, or none of these. */
export const bankStatementProcess = (): Process<Move, BankStatement> & { known: () => Known } => {
  let idOf: IdOf
  let known: Known
  let missed = 0
  let isSaved = true

  const facts = (type: Move['type']): object => {
    const { account, content, from, to, isLeft, whole } = known
    const { runTtl, previewTtl } = policy
    switch (type) {
      case 'statementUploaded':
        return { account, bytes: content.length, language: 'en' }
      case 'statementBegun':
        return { runTtl }
      case 'statementStaged':
        return { from, to, previewTtl, ...(isLeft && { pending: left.length }) }
      case 'partStaged':
        return {
          account,
          uploader: idOf('finance'),
          language: 'en',
          of: whole!.id,
          uploadedAt: whole!.at,
          from,
          to,
          previewTtl,
          ...(isLeft && { pending: left.length }),
        }
      case 'layoutUnknown':
        return { previewTtl }
      case 'statementRefused':
        return { errors: 1 }
      case 'statementConfirmed':
        return whole
          ? {
              follows: whole.id,
              lastEnd: bankStatementFacts.statementStaged.start,
              lastDay: addDays(from, -1),
              lastLine: 1,
            }
          : {}
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

  const driver: Driver<Move, BankStatement> = {
    isIdle: true,
    factOf: (move, standing, at) => ({
      ...bankStatementModel.factOf(move, standing, at, idOf),
      ...facts(move.type),
    }),
    streamOf: () => known.whole && `bankStatement/${known.whole.id}.2`,
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
      if (has('partStaged')) {
        const finance = await app.login('finance')
        const body = { account: known.account, name, content: twoDays({ from, to, isLeft }).toString('base64') }
        const { stream } = await finance.data(statement.upload, body)
        known.whole = { id: stream.slice('bankStatement/'.length), at: app.clock.now() }
      }
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
      if (type === 'partStaged') {
        await app.settle()
        const finance = await app.login('finance')
        const { id, version } = await fileOf(finance, known.whole!.id)
        await finance.data(statement.confirm, { id, version })
      }
      if (type === 'statementFailed') return without(app, 'finance', statement.upload.interface, app.settle)
      if (type === 'pendingMissed') return takeNext(app, (missed += 1), 1, 'BUNGA')
      if (type === 'pendingCame') return takeNext(app, missed, leftAmount, left[missed - 1]!)
      return app.settle()
    },
  }

  return { model: bankStatementModel, driver, known: () => known }
}
