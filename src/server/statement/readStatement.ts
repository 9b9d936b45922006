import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { BankStatement } from '../../machines/bankStatement.ts'
import { businessDay } from '../../machines/calendar.ts'
import { idOf } from '../../machines/kernel.ts'
import type { BankLayout } from '../../machines/setting.facts.ts'
import * as statement from '../../services/statement.ts'
import { readFile } from '../files/read.ts'
import type { Flaw, ReadStatement } from '../files/statement.types.ts'
import { Unreadable } from '../files/zip.ts'
import { sqlBankIdKey } from '../kit/bankId.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import type { Effect, Shift } from '../store/outbox.ts'
import { lastOf } from './account.ts'
import { openContent, pendingRowOf, rowOf, sealFindings } from './file.ts'
import { layoutInForce } from './layout.ts'
import { othersIn } from './others.ts'
import { type Part, partId, partsOf } from './parts.ts'
import { uploadOf } from './upload.ts'

const rowsAtATime = 2_000
// Nobody reads more of them: the bank is asked for a new file.
const mostFlaws = 200

/** Reads a file and stages its lines, or refuses the whole file and stores what is wrong and where. */
export const readStatement =
  (server: Server): Effect<'bankStatement'> =>
  async ({ stream }, shift) => {
    const { db, store, sessions, clock } = server
    const id = idOf(stream)
    const { value, context, version } = await store.state(stream)
    const file = await db.sql.selectFrom('bank_statement_file').selectAll().where('id', '=', id).executeTakeFirst()
    if (value !== 'reading' || !file?.content) return undefined
    const uploader = await sessions.current(context.uploader)
    if (!uploader?.may(statement.upload.interface))
      return { event: { type: 'statementFailed', by: 'SYS', at: clock.now(), reason: 'notPermitted' } }

    const refuse = (reason: string, flaws: readonly Flaw[], where: Unreadable['where'] = {}) => ({
      event: { type: 'statementRefused' as const, by: 'SYS', at: clock.now(), reason, errors: flaws.length },
      writes: async (tx: Parameters<NonNullable<Drop>>[0]) => {
        const findings = sealFindings(file.key, id, { where, flaws: flaws.slice(0, mostFlaws) })
        await tx.updateTable('bank_statement_file').set({ findings, content: null }).where('id', '=', id).execute()
        await tx.deleteFrom('bank_statement_run').where('id', '=', id).execute()
      },
    })

    try {
      const content = openContent(file.key, id, file.content)
      const { account } = context
      const read = await readFor(server, { account, content, layout: await layoutInForce(server, account) })
      // Before anything is refused: what is wrong for this account is none of the others' business. A file that was found
      // in another names the accounts of that one again.
      if (context.of === null)
        await uploadOthers(server, { id, name: file.name, content, others: read.others, ...context })
      const flaws = await flawsIn(server, account, read)
      if (flaws.length > 0) return refuse('lines', flaws)
      return await stage(server, { id, name: file.name, key: file.key, version, context, read }, shift)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      if (error.reason === 'noColumn')
        return { event: { type: 'layoutUnknown', by: 'SYS', at: clock.now(), previewTtl: policy.previewTtl } }
      return refuse(error.reason, [], error.where)
    }
  }

type Whole = Pick<BankStatement, 'uploader' | 'language'> & {
  id: string
  name: string
  content: Uint8Array
  others: readonly string[]
}

/** Uploads a file of several accounts, in its uploader's name, for each that is the lender's as well. Idempotent. */
export const uploadOthers = async (
  { db, store, ids, clock }: Server,
  { id, uploader: by, language, name, content: bytes, others }: Whole,
) => {
  for (const { account } of await othersIn(db, others)) {
    if (account === null) continue
    const request = `${id} ${account}`
    const other = ids()
    const { facts, writes } = uploadOf(other, { account, name, language, bytes })
    await store.send({
      stream: `bankStatement/${other}`,
      event: { type: 'statementUploaded', by, at: clock.now(), ...facts, of: id },
      via: statement.upload.interface,
      key: `uploadOther ${request}`,
      request,
      writes,
    })
  }
}

type File = { account: string; content: Uint8Array; layout: BankLayout | undefined }

/** Reads a file for an account. Throws Unreadable. */
export const readFor = async (server: Pick<Server, 'db' | 'clock'>, { account, content, layout }: File) => {
  const { number, otherNumbers } = await numbersOf(server, account)
  const read = await readFile('statement', content, {
    most: statement.mostLines,
    code: account,
    number,
    otherNumbers,
    today: businessDay(server.clock.now()),
    layout,
  })
  mustBeOf(number, read)
  return read
}

/** The flaws of a file in itself, and against the books of its account. Throws Unreadable. */
export const flawsIn = async (server: Pick<Server, 'db'>, account: string, read: ReadStatement) =>
  read.flaws.length > 0 ? read.flaws : flawsInBooks(server, account, read)

type Drop = Extract<Awaited<ReturnType<Effect>>, { event: unknown }>['writes']

const digits = (text: string) => text.replaceAll(/\D/g, '')

/** The number of an account, and those of the lender's others. */
const numbersOf = async ({ db }: Pick<Server, 'db'>, account: string) => {
  const all = await db.sql.selectFrom('bank_account').select(['code', 'number']).execute()
  const otherNumbers = all.filter(({ code }) => code !== account).map(({ number }) => number)
  return { number: all.find(({ code }) => code === account)!.number, otherNumbers }
}

/** A file that names an account must name this one. */
const mustBeOf = (number: string, { account }: ReadStatement) => {
  if (account !== null && !digits(account).endsWith(digits(number))) throw new Unreadable('otherAccount')
}

/** Checks a file against the books: a gap to the last balance, closed days, transactions that are known already. */
const flawsInBooks = async (
  { db }: Pick<Server, 'db'>,
  account: string,
  { lines, start, columns }: ReadStatement,
): Promise<Flaw[]> => {
  const flaws: Flaw[] = []
  const { lastEnd, lastDay } = await lastOf({ db }, account)
  const first = lines[0]
  const known = await knownIn(db, account, lines)
  for (const { row, txid } of lines)
    if (known.has(txid)) flaws.push({ row, column: columns.txid, reason: 'known', said: txid })
  if (flaws.length > 0) return flaws
  const shut = await db.sql
    .selectFrom('statement_day')
    .select('day')
    .where('account', '=', account)
    .where('state', '<>', 'open')
    .where('day', 'in', [...new Set(lines.map(({ day }) => day)), ''])
    .execute()
  const shutDays = new Set(shut.map(({ day }) => day))
  for (const { row, day } of lines)
    if (shutDays.has(day)) flaws.push({ row, column: columns.day, reason: 'shutDay', said: day })
  if (lastEnd !== null && start !== lastEnd)
    throw new Unreadable('gap', { start: String(start), last: String(lastEnd) })
  if (lastDay !== null && first && first.day < lastDay)
    flaws.push({ row: first.row, column: columns.day, reason: 'beforeLast', said: first.day })
  return flaws
}

const knownIn = async ({ sql: read }: Server['db'], account: string, lines: readonly { txid: string }[]) => {
  const known = new Set<string>()
  for (let from = 0; from < lines.length; from += rowsAtATime) {
    const texts = JSON.stringify(lines.slice(from, from + rowsAtATime).map(({ txid }) => txid))
    const { rows } = await sql<{ txid: string }>`
      select t.value as txid from statement_line l join jsonb_array_elements_text(${texts}::jsonb) t
        on ${sqlBankIdKey('l.txid')} = ${sqlBankIdKey('t.value')}
      where account = ${account}`.execute(read)
    for (const { txid } of rows) known.add(txid)
  }
  return known
}

type Staging = {
  id: string
  name: string
  key: Uint8Array
  version: number
  context: BankStatement
  read: ReadStatement
}

/** Stages each statement of a file by itself. The file itself is the first one, and is staged last. */
const stage = async (
  { db, store, clock }: Server,
  { id, name, key, version, context, read }: Staging,
  shift: Shift,
): ReturnType<Effect> => {
  const [first, ...later] = partsOf(read)
  const { account, uploader, language, uploadedAt } = context
  const totals = ({ lines, pending }: Part) => ({
    format: read.format,
    previewTtl: policy.previewTtl,
    lines: lines.length,
    from: lines[0]!.day,
    to: lines.at(-1)!.day,
    start: lines[0]!.before,
    end: lines.at(-1)!.after,
    credits: sumOf(lines, 'credit'),
    debits: sumOf(lines, 'debit'),
    ...(pending.length > 0 && { pending: pending.length }),
  })

  for (const [index, part] of later.entries()) {
    const its = partId(id, index + 2)
    const stream = `bankStatement/${its}` as const
    // An interrupted attempt staged it.
    if ((await store.version(stream)) > 0) continue
    const place = { file: id, id: its, key, lines: part.lines }
    if (!(await insertRows(db, place, shift))) return shift.stopping.aborted ? { again: 0 } : undefined
    await store.send({
      stream,
      event: {
        type: 'partStaged',
        by: 'SYS',
        at: clock.now(),
        account,
        uploader,
        language,
        of: id,
        uploadedAt,
        ...totals(part),
      },
      via: 'SYS',
      key: stream,
      request: '',
      // A file that was given up meanwhile stages nothing.
      reads: [{ stream: `bankStatement/${id}`, version }],
      writes: async (tx) => {
        await tx
          .insertInto('bank_statement_file')
          .values({ id: its, name, key, content: null, findings: null })
          .execute()
        await tx.insertInto('bank_statement_run').values({ id: its }).execute()
        await insertPending(tx, key, its, part.pending)
      },
    })
  }

  const whole = { file: id, id, key, lines: first!.lines }
  if (!(await insertRows(db, whole, shift))) return shift.stopping.aborted ? { again: 0 } : undefined
  return {
    event: { type: 'statementStaged', by: 'SYS', at: clock.now(), ...totals(first!) },
    writes: async (tx) => {
      const { others } = read
      const findings = others.length > 0 ? sealFindings(key, id, { where: {}, flaws: [], others }) : null
      await tx.updateTable('bank_statement_file').set({ content: null, findings }).where('id', '=', id).execute()
      await insertPending(tx, key, id, first!.pending)
    },
  }
}

const sumOf = (lines: Part['lines'], direction: 'credit' | 'debit') =>
  lines.reduce((sum, line) => sum + (line.direction === direction ? Math.round(line.amount * 100) : 0), 0) / 100

type Place = Pick<Part, 'lines'> & { file: string; id: string; key: Uint8Array }

/** Inserts the lines of a statement. Returns false when its file was dropped, or the server stops. */
const insertRows = async (db: Server['db'], { file, id, key, lines }: Place, { stopping }: Shift): Promise<boolean> => {
  // Rows of an interrupted attempt.
  await db.sql.deleteFrom('bank_statement_row').where('statement', '=', id).execute()
  for (let from = 0; from < lines.length; from += rowsAtATime) {
    const rows = lines.slice(from, from + rowsAtATime).map((line, index) => rowOf(key, id, from + index, line))
    // The lock prevents rows from being inserted after the file was dropped.
    const wanted = await db.sql.transaction().execute(async (tx) => {
      const run = await sql`select from bank_statement_run where id = ${file} for key share`.execute(tx)
      if (run.rows.length === 0) return false
      await sql`
        insert into bank_statement_row
        select * from jsonb_populate_recordset(null::bank_statement_row, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
      return true
    })
    if (!wanted || stopping.aborted) return false
    await setImmediate()
  }
  return true
}

const insertPending = async (
  tx: Parameters<NonNullable<Drop>>[0],
  key: Uint8Array,
  id: string,
  left: Part['pending'],
) => {
  const rows = left.map((one, place) => pendingRowOf(key, id, place, one))
  await sql`
    insert into bank_statement_pending
    select * from jsonb_populate_recordset(null::bank_statement_pending, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}
