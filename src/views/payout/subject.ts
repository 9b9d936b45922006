import { banks } from '../../machines/banks.ts'
import { businessDay } from '../../machines/calendar.ts'
import { blank, type State } from '../../machines/kernel.ts'
import { payoutMachine } from '../../machines/payout.ts'
import { choices, commands, type Payout, providerName } from '../../services/payout.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Field, Option } from '../detail/form/field.ts'

export const payouts: Process = { machine: payoutMachine, words: 'payout', commands }

/** Payout channels as options of a select. */
export const channelOptions = (channels: readonly { name: string }[]): Option[] =>
  channels.map(({ name }) => ({ value: name, name: providerName(name) }))

// A row holds only what the chart's guards read; the rest of the context is that of a blank payout.
const stateOf = ({ version, state, ...row }: Payout): State => {
  const [stage, part] = state.split('.') as [string, string | undefined]
  const attempt = { txid: row.txid, status: row.thirdStatus, contradiction: row.contradicted }
  return {
    version,
    value: part ? { [stage]: part } : stage,
    context: {
      ...(blank(payoutMachine).context as object),
      channel: row.channel,
      changedBy: Object.fromEntries(row.changedBy.entries()),
      proposal: row.proposer && { by: row.proposer },
      proof: row.prover && { by: row.prover, txid: row.txid },
      attempts: row.attempts > 0 ? [attempt] : [],
    },
    armed: {},
  }
}

export const bankField: Field = { kind: 'choice', options: banks.map((name) => ({ value: name, name })) }

const fieldOf = (payout: Payout, ask: string): Field | undefined => {
  switch (ask) {
    case 'bank':
      return bankField
    case 'channel':
      return {
        kind: 'choice',
        options: async (client) =>
          channelOptions(
            (await client.call(choices, {})).channels.filter(
              ({ name, most }) => name !== payout.channel && payout.amount <= most,
            ),
          ),
      }
    case 'day':
      return {
        kind: 'day',
        initial: businessDay(payout.sentAt ?? Date.now()),
        first: { day: businessDay(payout.sentAt ?? 0), beyond: 'payout:guard.notBeforeSending' },
        last: { day: businessDay(Date.now()), beyond: 'payout:guard.notInFuture' },
      }
    default:
      return undefined
  }
}

export const subjectOf = (payout: Payout): Subject => ({
  process: payouts,
  stream: `payout/${payout.orderNo}`,
  name: payout.orderNo,
  body: { orderNo: payout.orderNo },
  state: stateOf(payout),
  field: (_event, ask) => fieldOf(payout, ask),
  about: (_event, { t, money }) => ({
    'payout:screen.amount': money(payout.amount),
    'approval:screen.customer': payout.customer || t('audit:erased'),
    'approval:screen.account': `${payout.bank} ${payout.account}`,
    'payout:screen.channel': providerName(payout.channel),
  }),
})
