import type { BankStatement } from '../../machines/bankStatement.ts'
import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { StatementDay } from '../../machines/statementDay.ts'
import type { StatementLine } from '../../machines/statementLine.ts'
import type { lineStates } from '../../services/statement.ts'
import type { Projection } from '../store/projection.ts'
import { split } from './sen.ts'

type Totals = { start: number; end: number; credits: number; debits: number }

const totalsOf = (totals: Totals | null) => {
  const parts = (rupiah: number | undefined) => (rupiah === undefined ? { whole: null, sen: null } : split(rupiah))
  const [start, end] = [parts(totals?.start), parts(totals?.end)]
  const [credits, debits] = [parts(totals?.credits), parts(totals?.debits)]
  return {
    start_balance: start.whole,
    end_balance: end.whole,
    credits: credits.whole,
    debits: debits.whole,
    start_sen: start.sen,
    end_sen: end.sen,
    credits_sen: credits.sen,
    debits_sen: debits.sen,
  }
}

const file = (stream: string, { version, value, context }: State<BankStatement>) => ({
  id: idOf(stream),
  version,
  state: stateName(value),
  account: context.account,
  uploader: context.uploader,
  format: context.format,
  lines: context.totals?.lines ?? null,
  from_day: context.totals?.from ?? null,
  to_day: context.totals?.to ?? null,
  ...totalsOf(context.totals),
  pending: context.totals?.pending ?? null,
  follows: context.follows,
  reason: context.reason,
  errors: context.errors,
  note: context.note || null,
  uploaded_at: context.uploadedAt,
  ended_at: context.endedAt,
})

const line = (stream: string, { version, value, context }: State<StatementLine>) => {
  const { account, n, statement, place, txid, day, bookedAt, direction, amount, start, end } = context.line!
  return {
    id: idOf(stream),
    version,
    state: stateName(value) as (typeof lineStates)[number],
    account,
    n,
    statement,
    place,
    txid,
    day,
    booked_at: bookedAt,
    direction,
    amount: split(amount).whole,
    amount_sen: split(amount).sen,
    before: split(start).whole,
    before_sen: split(start).sen,
    after: split(end).whole,
    after_sen: split(end).sen,
    order_no: context.target?.orderNo ?? null,
    recorded: context.target?.recorded ?? null,
    how: context.how,
    proposer: context.proposer,
    checker: context.checker,
    posted: context.posted,
    exception: context.exception?.reason ?? null,
    owner: context.exception?.owner ?? null,
    refusal: context.refusal,
    note: context.note,
    ledger: context.exception?.ledger ?? null,
  }
}

const day = (stream: string, { version, value, context }: State<StatementDay>) => ({
  id: idOf(stream),
  version,
  state: stateName(value),
  account: context.account,
  day: context.day,
  lines: context.totals?.lines ?? null,
  ...totalsOf(context.totals),
  proposer: context.proposer,
  checker: context.checker,
  closed_at: context.closedAt,
})

export type StatementLineRow = ReturnType<typeof line>

declare module '../db/tables.ts' {
  interface Tables {
    bank_statement: ReturnType<typeof file>
    statement_line: StatementLineRow
    statement_day: ReturnType<typeof day>
  }
}

export const bankStatementProjection: Projection = { table: 'bank_statement', key: 'id', row: file }
export const statementLineProjection: Projection = { table: 'statement_line', key: 'id', row: line }
export const statementDayProjection: Projection = { table: 'statement_day', key: 'id', row: day }
