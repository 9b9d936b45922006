import { rollMatrix } from '../../services/report.ts'
import type { Process } from '../process.ts'
import { ageCounter } from './ages.ts'
import { applicationCounter } from './applications.ts'
import { borrowerCounter } from './borrowers.ts'
import { decisionCounter } from './decisions.ts'
import { reportExports } from './exports.ts'
import { instalmentCounter } from './instalments.ts'
import { reportHandlers } from './lists.ts'
import { rollReader } from './rolls.ts'
import { visitorCounter } from './visitors.ts'

/** The reports, whose figures are counted from the log. */
export const report: Process = {
  counters: [applicationCounter, decisionCounter, visitorCounter, borrowerCounter, instalmentCounter, ageCounter],
  handlers: (server) => {
    reportHandlers(server)
    server.handle(rollMatrix, rollReader(server))
  },
  exports: reportExports,
}
