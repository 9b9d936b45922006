import { businessDay } from '../../machines/calendar.ts'
import { blank } from '../../machines/kernel.ts'
import { withdrawalMachine } from '../../machines/withdrawal.ts'
import { evidenceLength } from '../../services/loan.ts'
import { choices, commands, purposeLength, type Withdrawal } from '../../services/withdrawal.ts'
import type { Field, Process, Subject } from '../detail/subject.ts'
import { providerName } from '../loan/subject.ts'

const withdrawals: Process = { machine: withdrawalMachine, words: 'withdrawal', commands }

const fieldOf = (ask: string, sentAt: number | null): Field => {
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
    case 'day': {
      const first = businessDay(sentAt ?? 0)
      return {
        kind: 'day',
        initial: first,
        first: { day: first, beyond: 'withdrawal:guard.notBeforeSending' },
        last: { day: businessDay(Date.now()), beyond: 'withdrawal:guard.notInFuture' },
      }
    }
    default:
      return { kind: 'text', most: evidenceLength, required: true }
  }
}

const contextOf = (more: object) => ({ ...(blank(withdrawalMachine).context as object), ...more })

/** A withdrawal as a row of the list has it, to act on. */
export const withdrawalSubject = ({
  txid,
  version,
  state,
  requester,
  prover,
  evidence,
  sentAt,
}: Withdrawal): Subject => ({
  process: withdrawals,
  stream: `withdrawal/${txid}`,
  name: txid,
  body: { txid },
  state: { version, value: state, context: contextOf({ requester, proof: prover && { by: prover } }), armed: {} },
  field: (_event, ask) => fieldOf(ask, sentAt),
  // Whoever agrees with a finding sees what it rests on.
  preview: (event) => (event === 'withdrawalResolved' ? evidence : null),
})

/** One that nobody asked for yet; each that is asked for has a number of its own. */
export const newWithdrawal = (nth: number, name: string): Subject => ({
  process: withdrawals,
  stream: `withdrawal/new-${nth}`,
  name,
  body: {},
  state: blank(withdrawalMachine),
  field: (_event, ask) => fieldOf(ask, null),
})
