import { businessDay } from '../../machines/calendar.ts'
import { blank } from '../../machines/kernel.ts'
import { withdrawalMachine } from '../../machines/withdrawal.ts'
import { providerName } from '../../services/payout.ts'
import { choices, commands, type Withdrawal } from '../../services/withdrawal.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Field } from '../detail/form/field.ts'
import { bankField, channelOptions } from '../payout/subject.ts'
import { accountOptions } from '../statement/accountOptions.ts'

export const withdrawals: Process = { machine: withdrawalMachine, words: 'withdrawal', commands }

const fieldOf = (ask: string, sentAt: number | null): Field | undefined => {
  switch (ask) {
    case 'bank':
      return bankField
    case 'account':
      return {
        kind: 'choice',
        options: async (client) => accountOptions((await client.call(choices, {})).accounts),
      }
    case 'channel':
      return {
        kind: 'choice',
        options: async (client) => channelOptions((await client.call(choices, {})).channels),
      }
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
      return undefined
  }
}

const contextOf = (more: object) => ({ ...(blank(withdrawalMachine).context as object), ...more })

export const withdrawalSubject = (withdrawal: Withdrawal): Subject => {
  const { txid, version, state, requester, prover, sentAt } = withdrawal
  return {
    process: withdrawals,
    stream: `withdrawal/${txid}`,
    name: txid,
    body: { txid },
    state: { version, value: state, context: contextOf({ requester, proof: prover && { by: prover } }), armed: {} },
    field: (_event, ask) => fieldOf(ask, sentAt),
    about: (_event, { money }) => ({
      'withdrawal:screen.amount': money(withdrawal.amount),
      'withdrawal:ask.account': withdrawal.account,
      'withdrawal:ask.card': `${withdrawal.bank} ${withdrawal.card}`,
      'withdrawal:ask.holder': withdrawal.holder,
      'payout:screen.channel': providerName(withdrawal.channel),
      'withdrawal:ask.purpose': withdrawal.purpose,
    }),
  }
}

/** The fields of a withdrawal that is not requested yet. */
export const newField: Subject['field'] = (_event, ask) => fieldOf(ask, null)
