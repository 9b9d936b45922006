import { sql } from 'kysely'
import * as statement from '../../services/statement.ts'
import { sqlBankIdKey } from '../kit/bankId.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { bytesOf } from '../kit/file.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import { pageOf } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { origin, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { staffNames } from '../staff/names.ts'
import { appendingInto, dayStream, lastOf } from './account.ts'
import { bankLayouts } from './bankLayouts.ts'
import { statementDays } from './days.ts'
import { openFindings, openInfo, openPendingInfo } from './file.ts'
import { statementLines } from './lists.ts'
import { maskInfo } from './masked.ts'
import { openLine } from './open.ts'
import { othersIn } from './others.ts'
import { earlierThan, nthOf } from './parts.ts'
import { settleMissed } from './seekPending.ts'
import { joined } from './sen.ts'
import { daysOf } from './staged.ts'
import { uploadOf } from './upload.ts'
import { inWords } from './words.ts'

const mostListed = 20
const rowsAtATime = 50

/** Bank statement files: uploaded, previewed, confirmed or cancelled; then their lines and days. */
export const statementHandlers = (server: Server) => {
  const { db, store, ids, handle } = server
  statementLines(server)
  openLine(server)
  statementDays(server)
  bankLayouts(server)

  const { command, create, send } = commandsOf(server, 'bankStatement', ({ id }: { id: string }) => id)
  create(statement.upload, 'statementUploaded', async ({ account, name, content }, { language }) => {
    if (!(await db.sql.selectFrom('bank_account').select('code').where('code', '=', account).executeTakeFirst()))
      throw badInput([{ field: 'account', reason: 'choice' }], language)
    const bytes = bytesOf(content)
    if (bytes.length > statement.mostBytes) throw badInput([{ field: 'content', reason: 'tooLong' }], language)
    const id = ids()
    return { id, ...uploadOf(id, { account, name, language, bytes }) }
  })

  command(statement.cancel, 'statementCancelled')
  command(statement.reread, 'statementReread')
  handle(statement.settlePending, ({ id, version, note }, call) => {
    const event = { type: 'pendingSettled' as const, ...stamp(call), note }
    return send({ id, version }, call, event, { writes: (tx) => settleMissed(tx, id) })
  })

  handle(statement.confirm, async ({ id, version }, call) =>
    againWhenTaken(async () => {
      const { account } = await known(id)
      const days = await daysIn(id)
      const reads = await Promise.all(
        days.map(async (day) => {
          const stream = dayStream(account, day)
          return { stream, version: await store.version(stream) }
        }),
      )
      return store.send({
        stream: `bankStatement/${id}`,
        version,
        event: {
          type: 'statementConfirmed',
          ...stamp(call),
          ...(await lastOf(server, account)),
          appending: await appendingInto(server, account),
          known: await knownAgain(id, account),
          // A day gets a stream only when somebody proposes to close it.
          shutDays: await shutOf(account, days),
          earlier: await stagedOf(earlierThan(id)),
        },
        ...origin(call),
        reads,
        writes: (tx) => tx.updateTable('bank_statement_file').set({ content: null }).where('id', '=', id).execute(),
      })
    }),
  )

  handle(statement.files, async (_body, call) => {
    const recent = db.sql
      .selectFrom('bank_statement')
      .select('id')
      .orderBy('uploaded_at', 'desc')
      .orderBy('id')
      .limit(mostListed)
    const rows = await db.sql
      .selectFrom('bank_statement')
      .innerJoin('bank_statement_file', 'bank_statement_file.id', 'bank_statement.id')
      .leftJoin('bank_statement_run', 'bank_statement_run.id', 'bank_statement.id')
      .selectAll('bank_statement')
      .select(['bank_statement_file.name', 'bank_statement_file.key', 'bank_statement_file.findings'])
      .select('bank_statement_run.done')
      .select((eb) =>
        eb
          .selectFrom('bank_statement_pending')
          .select((of) => of.fn.countAll<number>().as('missed'))
          .whereRef('statement', '=', 'bank_statement.id')
          .where('bank_statement_pending.state', '=', 'missed')
          .$asScalar()
          .$notNull()
          .as('missed'),
      )
      // A file that is to be checked or misses movements waits for somebody, however many files came later.
      .where((eb) => eb.or([eb('state', 'in', ['staged', 'missing']), eb('bank_statement.id', 'in', recent)]))
      .orderBy('uploaded_at', 'desc')
      // The days of one file in the order in which they are booked.
      .orderBy('from_day')
      .orderBy('bank_statement.id')
      .execute()
    const names = await staffNames(
      db,
      rows.map(({ uploader }) => uploader),
    )
    const found = rows.map((row) => openFindings(row.key, row.id, row.findings))
    const others = await Promise.all(found.map((one) => othersIn(db, one.others)))
    return {
      files: rows.map((row, index) => ({
        id: row.id,
        version: row.version,
        state: row.state,
        account: row.account,
        name: row.name,
        nth: nthOf(row.id),
        uploader: row.uploader,
        uploaderName: names.get(row.uploader) ?? row.uploader,
        format: row.format,
        totals:
          row.lines === null
            ? null
            : {
                lines: row.lines,
                from: row.from_day!,
                to: row.to_day!,
                start: joined(row.start_balance!, row.start_sen),
                end: joined(row.end_balance!, row.end_sen),
                credits: joined(row.credits!, row.credits_sen),
                debits: joined(row.debits!, row.debits_sen),
                pending: row.pending ?? 0,
              },
        done: row.state === 'ready' || row.state === 'missing' ? row.lines! : (row.done ?? 0),
        reason: row.reason,
        words: row.reason && inWords(row.reason, call.language, found[index]!.where),
        errors: row.errors,
        others: others[index]!,
        missed: row.missed,
        note: row.note ?? '',
        uploadedAt: row.uploaded_at,
      })),
    }
  })

  handle(statement.preview, async ({ id, after = -1 }, call) => {
    const { key, findings, uploader } = await known(id)
    const isTheirs = uploader === call.by
    const rows = await db.sql
      .selectFrom('bank_statement_row')
      .selectAll()
      .where('statement', '=', id)
      .where('place', '>', after)
      .orderBy('place')
      .limit(rowsAtATime + 1)
      .execute()
    const shown = pageOf(rows, rowsAtATime, ({ place }) => place)
    const left = await db.sql
      .selectFrom('bank_statement_pending')
      .selectAll()
      .where('statement', '=', id)
      // Missing lines come first.
      .orderBy((eb) => eb('state', '=', 'missed'), 'desc')
      .orderBy('place')
      .limit(rowsAtATime)
      .execute()
    return {
      flaws: openFindings(key, id, findings).flaws.map((flaw) => ({
        ...flaw,
        said: isTheirs ? flaw.said : maskInfo(flaw.said),
        words: inWords(flaw.reason, call.language),
      })),
      days: after < 0 ? await daysOf(db, id) : [],
      rows: shown.rows.map(({ place, txid, day, direction, info, ...row }) => ({
        place,
        txid,
        day,
        direction,
        amount: joined(row.amount, row.amount_sen),
        before: joined(row.before, row.before_sen),
        after: joined(row.after, row.after_sen),
        info: maskInfo(openInfo(key, id, place, info)),
      })),
      pending: left.map(({ place, day, direction, amount, amount_sen: sen, info, state }) => ({
        place,
        day,
        direction,
        amount: joined(amount, sen),
        info: maskInfo(openPendingInfo(key, id, place, info)),
        state,
      })),
      next: shown.next,
    }
  })

  /** Reads a file and what is said of it; throws not found. */
  const known = async (id: string) => {
    const row = await db.sql
      .selectFrom('bank_statement')
      .innerJoin('bank_statement_file', 'bank_statement_file.id', 'bank_statement.id')
      .select(['account', 'uploader', 'key', 'findings'])
      .where('bank_statement.id', '=', id)
      .executeTakeFirst()
    if (!row) throw notFound()
    return row
  }

  const daysIn = async (id: string): Promise<string[]> => {
    const rows = await db.sql
      .selectFrom('bank_statement_row')
      .select('day')
      .distinct()
      .where('statement', '=', id)
      .execute()
    return rows.map(({ day }) => day)
  }

  const stagedOf = async (ids: readonly string[]): Promise<number> => {
    if (ids.length === 0) return 0
    const rows = await db.sql
      .selectFrom('bank_statement')
      .select('id')
      .where('id', 'in', ids)
      .where('state', '=', 'staged')
      .execute()
    return rows.length
  }

  const shutOf = async (account: string, days: readonly string[]): Promise<number> => {
    if (days.length === 0) return 0
    const rows = await db.sql
      .selectFrom('statement_day')
      .select('id')
      .where('account', '=', account)
      .where('day', 'in', days)
      .where('state', '<>', 'open')
      .execute()
    return rows.length
  }

  /** Counts a file's transactions that are already in the books of its account. */
  const knownAgain = async (id: string, account: string): Promise<number> => {
    const { rows } = await sql<{ known: number }>`
      select count(*) as known from bank_statement_row r join statement_line l
        on ${sqlBankIdKey('l.txid')} = ${sqlBankIdKey('r.txid')} and l.account = ${account}
      where r.statement = ${id}`.execute(db.sql)
    return rows[0]!.known
  }
}
