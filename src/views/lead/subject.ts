import { addDays } from '../../machines/calendar.ts'
import { blank } from '../../machines/kernel.ts'
import type { Lead as Context } from '../../machines/lead.facts.ts'
import { leadMachine } from '../../machines/lead.ts'
import { usualLeadRules } from '../../machines/leadRules.ts'
import { choices, commands, type Lead, type LeadRecord, outcomes, sellingChannels } from '../../services/lead.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Field } from '../detail/form/field.ts'

export const leads: Process = { machine: leadMachine, words: 'lead', commands }

const bySeller: Field = {
  kind: 'choice',
  options: async (client) => {
    const found = await client.call(choices, {})
    return found.sellers.map(({ id, name, holds }) => ({ value: id, name, words: 'lead:screen.held', count: holds }))
  },
}

const byChannel: Field = {
  kind: 'choice',
  options: sellingChannels.map((value) => ({ value, words: `contact:channel.${value}` })),
  initial: 'phone',
}

/** Who wants to be called again was reached, mostly. */
const outcomeOfCallBack: Field = {
  kind: 'choice',
  options: outcomes.map((value) => ({ value, words: `lead:outcome.${value}` })),
  initial: 'reached',
}

export const subjectOf = (row: Lead): Subject => ({
  process: leads,
  stream: `lead/${row.id}`,
  name: row.name || row.id,
  body: { id: row.id },
  state: {
    version: row.version,
    value: row.state,
    context: {
      ...(blank(leadMachine).context as Context),
      seller: row.seller,
      contact: row.contactedAt && { attempt: '', channel: row.channel, at: row.contactedAt, outcome: row.outcome },
      rules: { from: '', ...usualLeadRules },
    },
    armed: {},
  },
  field: (event, ask) => {
    if (event === 'callBackSet' && ask === 'outcome') return row.attempts > 0 && !row.outcome ? outcomeOfCallBack : null
    return { seller: bySeller, channel: byChannel }[ask]
  },
  about: () => ({ 'approval:screen.customer': row.name, 'approval:screen.phone': row.phone }),
})

/** The lead of a detail as the subject of commands. */
export const subjectIn = ({ row, today, lastDay, history }: LeadRecord): Subject => {
  const subject = subjectOf(row)
  const last = history.at(-1)
  return {
    ...subject,
    ...(last && { last }),
    field: (event, ask) => {
      if (ask === 'day')
        return {
          kind: 'day',
          initial: addDays(today, 1),
          first: { day: today, beyond: 'lead:guard.timeAhead' },
          last: { day: lastDay, beyond: 'lead:guard.withinHorizon' },
        }
      return subject.field!(event, ask)
    },
  }
}
