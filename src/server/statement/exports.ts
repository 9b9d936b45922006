import * as z from 'zod/mini'
import { decidedLines, lineColumns } from '../../services/statement.columns.ts'
import * as statement from '../../services/statement.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { lineReader } from './lists.ts'

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
    columns: lineColumns,
    decided: decidedLines,
    keyOf: ({ id }) => id,
    // The reader unmasks the rows itself.
    whole: async (rows) => [...rows],
    commands: { matchConfirmed, matchRefused, exceptionMade, unmatchProposed, unmatchConfirmed, unmatchRefused },
    streamOf: (id) => `statementLine/${id}`,
    bodyOf: (id) => ({ id }),
  })
}
