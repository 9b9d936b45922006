import * as z from 'zod/mini'
import * as bankStatement from '../services/bankStatement.ts'
import { lineReader } from './bankStatement.lines.ts'
import { type Listed, listed, type ListedColumn } from './listed.ts'
import type { Server } from './server.ts'

type LineColumn = ListedColumn<bankStatement.Line>
type Of<Value> = (line: bankStatement.Line) => Value | null

const text = (head: string, value: Of<string>): LineColumn => ({ head: `utils:statement.${head}`, kind: 'text', value })
const number = (head: string, value: Of<number>): LineColumn => ({
  head: `utils:statement.${head}`,
  kind: 'number',
  value,
})
/** A value that has a word in each language: the key of it. */
const word = (head: string, keyOf: Of<string>): LineColumn => ({
  head: `utils:statement.${head}`,
  kind: 'text',
  value: (line, inWords) => {
    const key = keyOf(line)
    return key && inWords(key)
  },
})

/** The columns that the list of lines has on the screen, by the same names. */
const columns: Record<string, LineColumn> = {
  txid: text('txid', (line) => line.txid),
  state: word('state', (line) => `statementLine:state.${line.state}`),
  bookedAt: { head: 'utils:statement.bookedAt', kind: 'instant', value: (line) => line.bookedAt },
  direction: word('direction', (line) => `utils:statement.${line.direction}`),
  amount: number('amount', (line) => line.amount),
  info: text('info', (line) => line.info),
  orderNo: text('orderNo', (line) => line.orderNo),
  how: word('how', (line) => line.how && `statementLine:how.${line.how}`),
  exception: word('exception', (line) => line.exception && `statementLine:reason.${line.exception}`),
  owner: text('owner', (line) => line.ownerName),
  refusal: word('refusal', (line) => line.refusal),
  account: text('account', (line) => line.account),
  before: number('before', (line) => line.before),
  after: number('after', (line) => line.after),
  recorded: text('recorded', (line) => line.recorded),
  proposer: text('proposer', (line) => line.proposerName),
  checker: text('checker', (line) => line.checkerName),
}

const { matchConfirmed, matchRefused, exceptionMade, unmatchProposed, unmatchConfirmed, unmatchRefused } =
  bankStatement.lineCommands

/** The lines of bank accounts, for exports and for commands to many of them at once. */
export const bankStatementListed = (server: Pick<Server, 'db'>): Listed => {
  const { page, count } = lineReader(server)
  return listed({
    interface: bankStatement.list.interface,
    words: 'statementLine',
    filter: z.omit(bankStatement.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }, caller) => (await count({ ...filter, exact: true }, caller)).count,
    secret: [],
    title: () => 'routes:bankStatement',
    columns,
    keyOf: ({ id }) => id,
    commands: { matchConfirmed, matchRefused, exceptionMade, unmatchProposed, unmatchConfirmed, unmatchRefused },
    streamOf: (id) => `statementLine/${id}`,
    bodyOf: (id) => ({ id }),
  })
}
