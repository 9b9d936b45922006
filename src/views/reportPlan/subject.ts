import { blank } from '../../machines/kernel.ts'
import { reportPlanMachine } from '../../machines/reportPlan.ts'
import { reports } from '../../machines/routes.ts'
import type { Client } from '../../services/http.ts'
import { choices, commands, type ReportPlanRow, sendable } from '../../services/reportPlan.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Option } from '../detail/form/field.ts'

export const reportPlans: Process = { machine: reportPlanMachine, words: 'reportPlan', commands }

const roles = async (client: Client): Promise<Option[]> =>
  (await client.call(choices, {})).roles.map(({ id, name }) => ({ value: id, name }))

/** The fields of a plan that does not exist yet, for somebody with these interfaces: what one may not open one does not send. */
export const newField =
  (interfaces: readonly string[]): NonNullable<Subject['field']> =>
  (_event, ask) => {
    switch (ask) {
      case 'report':
        return {
          kind: 'choice',
          options: reports
            .filter((name) => interfaces.includes(sendable[name].list.interface))
            .map((value) => ({ value, words: `routes:${value}` })),
        }
      case 'role':
        return { kind: 'choice', options: roles }
      case 'days':
        return { kind: 'number', initial: 30 }
      case 'time':
        return { kind: 'line', most: 5, initial: '07:00' }
      case 'format':
        return {
          kind: 'choice',
          options: ['xlsx', 'csv'].map((value) => ({ value, words: `export:format.${value}` })),
          initial: 'xlsx',
        }
      default:
        return undefined
    }
  }

export const subjectOf = ({ id, version, state, report, roleName, days, time }: ReportPlanRow): Subject => ({
  process: reportPlans,
  stream: `reportPlan/${id}`,
  name: roleName,
  body: { id },
  state: { version, value: state, context: blank(reportPlanMachine).context, armed: {} },
  about: (_event, { t, number }) => ({
    'reportPlan:ask.report': t(`routes:${report}`),
    'reportPlan:ask.role': roleName,
    'reportPlan:ask.days': number(days),
    'reportPlan:ask.time': time,
  }),
})
