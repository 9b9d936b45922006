import { bankStatementMachine } from '../../machines/bankStatement.ts'
import { dayStart } from '../../machines/calendar.ts'
import { blank } from '../../machines/kernel.ts'
import { statementDayMachine } from '../../machines/statementDay.ts'
import { statementLineMachine } from '../../machines/statementLine.ts'
import {
  type AccountDay,
  type BankFile,
  choices,
  dayCommands,
  fileCommands,
  type Line,
  lineCommands,
} from '../../services/statement.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Field } from '../detail/form/field.ts'
import { dayIn } from '../shared/day.ts'

const files: Process = { machine: bankStatementMachine, words: 'bankStatement', commands: fileCommands }
const lines: Process = { machine: statementLineMachine, words: 'statementLine', commands: lineCommands }
const days: Process = { machine: statementDayMachine, words: 'statementDay', commands: dayCommands }

const contextOf = (machine: Process['machine'], more: object) => ({ ...(blank(machine).context as object), ...more })

export const fileSubject = ({ id, version, state, uploader, account, totals }: BankFile, name: string): Subject => ({
  process: files,
  stream: `bankStatement/${id}`,
  name,
  body: { id },
  state: { version, value: state, context: contextOf(bankStatementMachine, { uploader }), armed: {} },
  about: (_event, format) => ({
    'statement:file': name,
    'statement:account': account,
    ...(totals && {
      'statement:days': [...new Set([totals.from, totals.to])].map((day) => dayIn(day, format)).join(' – '),
      'statement:lineCount': format.number(totals.lines),
      'statement:credits': format.sen(totals.credits),
      'statement:debits': format.sen(totals.debits),
      'statement:after': format.sen(totals.end),
    }),
  }),
})

const fieldOf = (ask: string): Field | undefined =>
  ask === 'owner'
    ? {
        kind: 'choice',
        options: async (client) => (await client.call(choices, {})).owners.map(({ id, name }) => ({ value: id, name })),
      }
    : undefined

export const lineSubject = (line: Line): Subject => {
  const { id, version, state, proposer, txid, dayOpen } = line
  return {
    process: lines,
    stream: `statementLine/${id}`,
    name: txid,
    body: { id },
    state: { version, value: state, context: contextOf(statementLineMachine, { proposer }), armed: {} },
    limits: { exceptionLifted: { dayOpen }, unmatchProposed: { dayOpen } },
    field: (_event, ask) => fieldOf(ask),
    about: (_event, { t, sen, day }) => ({
      'statement:amount': `${t(`statement:${line.direction}`)} ${sen(line.amount)}`,
      'statement:day': day(dayStart(line.day)),
      'statement:account': line.account,
      ...(line.info && { 'statement:info': line.info }),
      ...(line.orderNo && { 'statement:orderNo': line.orderNo }),
      ...(line.exception && { 'statement:exception': t(`statementLine:reason.${line.exception}`) }),
    }),
  }
}

export const daySubject = (accountDay: AccountDay): Subject => {
  const { account, day, version, state, proposer } = accountDay
  return {
    process: days,
    stream: `statementDay/${account}-${day}`,
    name: `${account} ${day}`,
    body: { account, day },
    state: { version, value: state, context: contextOf(statementDayMachine, { proposer }), armed: {} },
    about: (_event, { number, sen }) => ({
      'statement:lineCount': number(accountDay.lines),
      'statement:credits': sen(accountDay.credits),
      'statement:debits': sen(accountDay.debits),
      'statement:after': sen(accountDay.end),
    }),
  }
}
