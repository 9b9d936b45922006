import { blank } from '../../machines/kernel.ts'
import type { Quality as Context } from '../../machines/quality.facts.ts'
import { qualityMachine } from '../../machines/quality.ts'
import { commands, type QualityRecord } from '../../services/quality.ts'
import type { Process, Subject } from '../detail/command/subject.ts'

export const qualityChecks: Process = { machine: qualityMachine, words: 'quality', commands }

/** The chart's state of a visit. Which verdict waits for its second check is not told, and both offer the same. */
const valueOf = (state: QualityRecord['row']['state']) => {
  if (state === 'notChecked') return { notChecked: 'once' }
  return state === 'second' ? { second: 'passed' } : state
}

/** The visit of a detail as the subject of commands. */
export const subjectOf = ({ row, checkers, items, pass, appealDays, history }: QualityRecord): Subject => {
  const last = history.at(-1)
  const { lead, seller, end, checker, checkedAt } = row
  const card = { from: '', share: 0, second: 0, wait: 0, pass, appeal: appealDays, items }
  const context: Context = {
    ...(blank(qualityMachine).context as Context),
    visit: { lead, seller, end, call: null, card },
    checkers,
    check: checker === null ? null : { by: checker, at: checkedAt!, isPassed: false, missed: [], evidence: null },
    appeal: row.appealedAt === null ? null : { at: row.appealedAt, reason: row.appeal! },
    decidedAt: row.decidedAt,
  }
  return {
    process: qualityChecks,
    stream: `quality/${row.id}`,
    name: row.name || row.id,
    body: { id: row.id },
    state: { version: row.version, value: valueOf(row.state), context, armed: {} },
    ...(last && row.state !== 'second' && { last }),
    field: (event, ask) =>
      ask === 'missed'
        ? {
            kind: 'checks',
            options: items.map(({ name, weight, fatal }) => ({
              value: name,
              words: fatal ? 'quality:screen.fatalItem' : 'quality:screen.item',
              name,
              count: weight,
            })),
            optional: event === 'checkPassed' || event === 'secondPassed' || event === 'appealUpheld',
          }
        : undefined,
    about: () => ({ 'approval:screen.customer': row.name, 'lead:screen.seller': row.sellerName }),
  }
}
