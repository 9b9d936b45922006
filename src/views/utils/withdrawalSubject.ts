import { blank } from '../../machines/kernel.ts'
import { withdrawalMachine } from '../../machines/withdrawal.ts'
import { evidenceLength } from '../../services/loan.ts'
import { choices, commands, purposeLength, type Withdrawal } from '../../services/withdrawal.ts'
import type { Field, Process, Subject } from '../detail/subject.ts'
import { providerName } from '../loan/subject.ts'

const withdrawals: Process = { machine: withdrawalMachine, words: 'withdrawal', commands }

const fieldOf = (ask: string): Field => {
  switch (ask) {
    case 'account':
      return {
        kind: 'choice',
        options: async (client) =>
          (await client.call(choices, {})).accounts.map(({ code, bank, name }) => ({
            value: code,
            name: `${bank} ${name}`,
          })),
      }
    case 'channel':
      return {
        kind: 'choice',
        options: async (client) =>
          (await client.call(choices, {})).channels.map(({ name }) => ({ value: name, name: providerName(name) })),
      }
    case 'amount':
      return { kind: 'rupiah', most: 1e12, above: 'errors:field.range' }
    case 'bank':
      return { kind: 'line', most: 50 }
    case 'card':
      return { kind: 'line', most: 20 }
    case 'holder':
      return { kind: 'line', most: 100 }
    case 'purpose':
      return { kind: 'line', most: purposeLength }
    default:
      return { kind: 'text', most: evidenceLength, required: true }
  }
}

/** A withdrawal as a row of the list has it, to act on. */
export const withdrawalSubject = ({ txid, version, state, requester }: Withdrawal): Subject => ({
  process: withdrawals,
  stream: `withdrawal/${txid}`,
  name: txid,
  body: { txid },
  state: { version, value: state, context: { ...(blank(withdrawalMachine).context as object), requester }, armed: {} },
  field: (_event, ask) => fieldOf(ask),
})

/** One that nobody asked for yet; each that is asked for has a number of its own. */
export const newWithdrawal = (nth: number, name: string): Subject => ({
  process: withdrawals,
  stream: `withdrawal/new-${nth}`,
  name,
  body: {},
  state: blank(withdrawalMachine),
  field: (_event, ask) => fieldOf(ask),
})
