import type { ContactChannel } from '../../machines/contact.facts.ts'
import { blank } from '../../machines/kernel.ts'
import { placementMachine } from '../../machines/placement.ts'
import type { RecoveryCase as Context } from '../../machines/recoveryCase.facts.ts'
import { recoveryCaseMachine } from '../../machines/recoveryCase.ts'
import type { DataOf } from '../../services/endpoint.ts'
import type { Client } from '../../services/http.ts'
import {
  asProposed,
  commands,
  complaintHolds,
  type detail,
  hold,
  holders,
  type RecoveryCase,
} from '../../services/recoveryCase.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Field } from '../detail/form/field.ts'
import { byAgency, placements } from '../placement/subject.ts'

export const recoveryCases: Process = { machine: recoveryCaseMachine, words: 'recoveryCase', commands }

export type CaseRecord = DataOf<typeof detail>

const blankContext = () => blank(recoveryCaseMachine).context as Context

/** The chart's value of a state's name: 'open.held.assigned'. */
const valueOf = (state: string): unknown => {
  const [first, ...rest] = state.split('.')
  return rest.length === 0 ? first : { [first!]: valueOf(rest.join('.')) }
}

/** Those of the case's company: the agency's, or the lender's own. */
const certified = async (client: Client, company: string) => {
  const found = await client.call(holders, {})
  return found.holders
    .filter((one) => one.company === company)
    .map(({ id, name, holds }) => ({ value: id, name, words: 'recoveryCase:screen.held', count: holds }))
}
const byHolder = (company: string): Field => ({ kind: 'choice', options: (client) => certified(client, company) })
const proposedOrHolder = (company: string): Field => ({
  kind: 'choice',
  options: async (client) => [
    { value: asProposed, words: 'recoveryCase:screen.asProposed' },
    ...(await certified(client, company)),
  ],
  initial: asProposed,
})

export const subjectOf = (row: RecoveryCase): Subject => ({
  process: recoveryCases,
  stream: `recoveryCase/${row.orderNo}`,
  name: row.orderNo,
  body: { orderNo: row.orderNo },
  state: {
    version: row.version,
    value: valueOf(row.state),
    context: {
      ...blankContext(),
      holder: row.holder,
      contact: row.contactedAt && { attempt: '', channel: 'phone', at: row.contactedAt, outcome: row.outcome },
    },
    armed: {},
  },
  field: (event, ask) => {
    if (ask !== 'holder') return undefined
    return (event === 'dispatched' ? proposedOrHolder : byHolder)(row.company ?? '')
  },
  about: (_event, { money }) => ({
    'approval:screen.customer': row.customer,
    'recoveryCase:screen.owed': money(row.owed),
  }),
})

/** The order of a case as the subject of its placement's commands. */
export const placementOf = ({ orderNo, placementState, placementVersion }: RecoveryCase): Subject => {
  const never = blank(placementMachine)
  return {
    process: placements,
    stream: `placement/${orderNo}`,
    name: orderNo,
    body: { orderNo },
    state: { ...never, version: placementVersion, value: placementState ?? never.value },
    field: (_event, ask) => (ask === 'company' ? byAgency : undefined),
  }
}

const dayField = (record: CaseRecord, event: string, ask: string): Field | undefined => {
  const { today, lastPromise, lastRetained, firstHold } = record
  if (ask === 'from')
    return {
      kind: 'day',
      initial: today,
      first: { day: firstHold, beyond: 'recoveryCase:guard.beganLately' },
      last: { day: today, beyond: 'recoveryCase:guard.beganLately' },
    }
  const first = { day: today, beyond: 'recoveryCase:guard.dayAhead' }
  const ends: Field = { kind: 'day', first: { ...first, beyond: 'recoveryCase:guard.endsAhead' } }
  if (event === 'retained')
    return { ...ends, last: { day: lastRetained, beyond: 'recoveryCase:guard.withinRetention' } }
  if (ask === 'until') return ends
  return { kind: 'day', first, last: { day: lastPromise, beyond: 'recoveryCase:guard.withinHorizon' } }
}

/** Whether a complaint may put the case on hold at once, where the person may. */
const holdOf = ({ state }: RecoveryCase, may: (name: string) => boolean): Field => {
  const isFree = state.startsWith('open.') && !state.startsWith('open.held')
  return {
    kind: 'choice',
    initial: 'none',
    options:
      isFree && may(hold.interface)
        ? complaintHolds.map((value) => ({ value, words: `recoveryCase:hold.${value}` }))
        : [{ value: 'none', words: 'recoveryCase:hold.notYours' }],
  }
}

/** The last attempt, by the channel that the history tells. */
const contactOf = ({ history }: CaseRecord, { contact }: Context) => {
  const attempt = history.findLast(({ type }) => type === 'contacted')?.details as
    | { channel: ContactChannel }
    | undefined
  return contact && attempt ? { ...contact, channel: attempt.channel } : contact
}

/** The case of a detail as the subject of commands. */
export const subjectIn = (record: CaseRecord, row: RecoveryCase, may: (name: string) => boolean): Subject => {
  const subject = subjectOf(row)
  const last = record.history.at(-1)
  const { state } = subject
  const context = state.context as Context
  return {
    ...subject,
    state: { ...state, context: { ...context, contact: contactOf(record, context) } },
    ...(last && { last }),
    field: (event, ask) => {
      if (ask === 'day' || ask === 'from' || ask === 'until') return dayField(record, event, ask)
      if (ask === 'hold') return holdOf(row, may)
      if (ask === 'amount') return { kind: 'rupiah', initial: row.owed }
      return subject.field!(event, ask)
    },
  }
}
