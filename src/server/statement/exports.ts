import * as z from 'zod/mini'
import * as statement from '../../services/statement.ts'
import { instant, type Exportable, listed, type ExportColumn, number, text, word } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { lineReader } from './lists.ts'

/** The export columns of the list of lines, under the column names of the screen. */
const columns: Record<string, ExportColumn<statement.Line>> = {
  txid: text('statement:txid', (line) => line.txid),
  state: word('statement:state', (line) => `statementLine:state.${line.state}`),
  bookedAt: instant('statement:bookedAt', (line) => line.bookedAt),
  direction: word('statement:direction', (line) => `statement:${line.direction}`),
  amount: number('statement:amount', (line) => line.amount),
  info: text('statement:info', (line) => line.info),
  orderNo: text('statement:orderNo', (line) => line.orderNo),
  how: word('statement:how', (line) => line.how && `statementLine:how.${line.how}`),
  exception: word('statement:exception', (line) => line.exception && `statementLine:reason.${line.exception}`),
  owner: text('statement:owner', (line) => line.ownerName),
  ledger: text('statement:ledger', (line) => line.ledger),
  refusal: word('statement:refusal', (line) => line.refusal),
  account: text('statement:account', (line) => line.account),
  before: number('statement:before', (line) => line.before),
  after: number('statement:after', (line) => line.after),
  recorded: text('statement:recorded', (line) => line.recorded),
  proposer: text('statement:proposer', (line) => line.proposerName),
  checker: text('statement:checker', (line) => line.checkerName),
}

const { matchConfirmed, matchRefused, exceptionMade, unmatchProposed, unmatchConfirmed, unmatchRefused } =
  statement.lineCommands

/** The lines of bank accounts, for exports and for bulk commands. */
export const statementExports = (server: Pick<Server, 'db'>): Exportable => {
  const { page, count } = lineReader(server)
  return listed({
    interface: statement.list.interface,
    words: 'statementLine',
    filter: z.omit(statement.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }, caller) => (await count({ ...filter, exact: true }, caller)).count,
    secret: [],
    title: () => 'routes:bankStatement',
    columns,
    keyOf: ({ id }) => id,
    // The reader unmasks the rows itself.
    whole: async (rows) => [...rows],
    commands: { matchConfirmed, matchRefused, exceptionMade, unmatchProposed, unmatchConfirmed, unmatchRefused },
    streamOf: (id) => `statementLine/${id}`,
    bodyOf: (id) => ({ id }),
  })
}
