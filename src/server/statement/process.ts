import type { StatementLine } from '../../machines/statementLine.ts'
import { list } from '../../services/statement.ts'
import type { Process } from '../process.ts'
import { appendLines } from './appendLines.ts'
import { beginStatement } from './beginStatement.ts'
import { statementHandlers } from './commands.ts'
import { dropStatement } from './dropStatement.ts'
import { statementExports } from './exports.ts'
import { matchLines } from './matchLines.ts'
import { bankStatementProjection, statementDayProjection, statementLineProjection } from './projection.ts'
import { readStatement } from './readStatement.ts'
import { reconcileLine } from './reconcileLine.ts'
import { reverseLine } from './reverseLine.ts'
import { seekPending } from './seekPending.ts'

/** Bank statements: files read, lines matched and reconciled, days closed. */
export const statement: Process = {
  kinds: {
    bankStatement: { heard: { by: ['bankStatement.list'] }, projections: bankStatementProjection },
    statementDay: { heard: { by: ['bankStatement.list'] }, projections: statementDayProjection },
    statementLine: {
      heard: { by: ['bankStatement.list'] },
      projections: statementLineProjection,
      subject: ({ line, target }: StatementLine) => ({ orderNo: target?.orderNo, amount: line!.amount }),
    },
  },
  handlers: statementHandlers,
  exports: (server) => ({ [list.id]: statementExports(server) }),
  effects: {
    short: (server) => ({ reconcileLine: reconcileLine(server), reverseLine: reverseLine(server) }),
    long: (server) => ({
      beginStatement: beginStatement(server),
      readStatement: readStatement(server),
      appendLines: appendLines(server),
      matchLines: matchLines(server),
      seekPending: seekPending(server),
      dropStatement: dropStatement(server),
    }),
  },
}
