import { bankStatementMachine } from '../../machines/bankStatement.ts'
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

const files: Process = { machine: bankStatementMachine, words: 'bankStatement', commands: fileCommands }
const lines: Process = { machine: statementLineMachine, words: 'statementLine', commands: lineCommands }
const days: Process = { machine: statementDayMachine, words: 'statementDay', commands: dayCommands }

const contextOf = (machine: Process['machine'], more: object) => ({ ...(blank(machine).context as object), ...more })

/** A bank file as the subject of commands. */
export const fileSubject = ({ id, version, state, uploader }: BankFile, name: string): Subject => ({
  process: files,
  stream: `bankStatement/${id}`,
  name,
  body: { id },
  state: { version, value: state, context: contextOf(bankStatementMachine, { uploader }), armed: {} },
})

const fieldOf = (ask: string): Field | undefined =>
  ask === 'owner'
    ? {
        kind: 'choice',
        options: async (client) => (await client.call(choices, {})).owners.map(({ id, name }) => ({ value: id, name })),
      }
    : undefined

/** A line of the list as the subject of commands. */
export const lineSubject = ({ id, version, state, proposer, txid, dayOpen }: Line): Subject => ({
  process: lines,
  stream: `statementLine/${id}`,
  name: txid,
  body: { id },
  state: { version, value: state, context: contextOf(statementLineMachine, { proposer }), armed: {} },
  limits: { exceptionLifted: { dayOpen }, unmatchProposed: { dayOpen } },
  field: (_event, ask) => fieldOf(ask),
})

/** A day of an account as the subject of commands. */
export const daySubject = ({ account, day, version, state, proposer }: AccountDay): Subject => ({
  process: days,
  stream: `statementDay/${account}-${day}`,
  name: `${account} ${day}`,
  body: { account, day },
  state: { version, value: state, context: contextOf(statementDayMachine, { proposer }), armed: {} },
})
