import { sql } from 'kysely'
import * as statement from '../../services/statement.ts'
import type { Server } from '../server.ts'
import { commandsOf } from '../staff/commands.ts'
import { staffNames } from '../staff/names.ts'
import { type Apart, appendingInto, missingUpTo, together, totalColumns, totalsOf } from './account.ts'

const daysAtATime = 14

const idOfDay = ({ account, day }: { account: string; day: string }) => `${account}-${day}`

type DayRow = Omit<statement.AccountDay, 'proposerName' | 'checkerName'> & Apart & { checker: string | null }

/** The days of the lender's bank accounts with their totals. One person proposes to close a day, another confirms. */
export const statementDays = (server: Server) => {
  const { db, handle } = server

  handle(statement.days, async ({ account, before = '9999-12-31' }) => {
    // A loose index scan: one index lookup per day, however many lines it has.
    const { rows } = await sql<DayRow>`
      with recursive found (day, nth) as (
        (select day, 1 from statement_line where account = ${account} and day < ${before} order by day desc limit 1)
        union all
        select (select l.day from statement_line l where l.account = ${account} and l.day < found.day order by l.day desc limit 1),
          nth + 1
        from found where found.day is not null and nth <= ${daysAtATime})
      select ${account}::text as account, found.day, coalesce(d.version, 0) as version, coalesce(d.state, 'open') as state,
        d.proposer, d.checker, t.*, f.before as start, f.before_sen as start_sen, l.after as "end", l.after_sen as end_sen
      from found left join statement_day d on d.account = ${account} and d.day = found.day
      cross join lateral (
        select ${totalColumns}
        from statement_line where account = ${account} and day = found.day) t
      cross join lateral (
        select before, before_sen from statement_line where account = ${account} and day = found.day order by n limit 1) f
      cross join lateral (
        select after, after_sen from statement_line where account = ${account} and day = found.day order by n desc limit 1) l
      where found.day is not null order by found.day desc`.execute(db.sql)
    const shown = rows.slice(0, daysAtATime)
    const names = await staffNames(
      db,
      shown.flatMap(({ proposer, checker }) => [proposer, checker]),
    )
    return {
      days: shown.map(({ checker, start_sen, end_sen, credits_sen, debits_sen, ...day }) => ({
        ...day,
        ...together({ ...day, start_sen, end_sen, credits_sen, debits_sen }),
        proposerName: day.proposer && (names.get(day.proposer) ?? day.proposer),
        checkerName: checker && (names.get(checker) ?? checker),
      })),
      next: rows.length > daysAtATime ? shown.at(-1)!.day : null,
    }
  })

  const standingOf = async (account: string, day: string) => ({
    ...(await totalsOf(server, account, day)),
    appending: await appendingInto(server, account),
    missing: await missingUpTo(server, account, day),
  })

  const { command, create } = commandsOf(server, 'statementDay', idOfDay)
  create(statement.proposeClose, 'dayCloseProposed', async ({ account, day }) => ({
    id: idOfDay({ account, day }),
    facts: { account, day, ...(await standingOf(account, day)) },
  }))
  command(statement.confirmClose, 'dayClosed', ({ account, day }) => standingOf(account, day))
  command(statement.refuseClose, 'dayCloseRefused')
}
