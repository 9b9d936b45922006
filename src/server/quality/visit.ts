import { replay } from '../../machines/kernel.ts'
import type { Lead } from '../../machines/lead.facts.ts'
import { leadMachine } from '../../machines/lead.ts'
import type { Visit } from '../../machines/quality.facts.ts'
import type { Server } from '../server.ts'
import { recordOf } from '../store/events.ts'

export type Ended = { id: string; at: number; visit: Omit<Visit, 'card'> }

const isOver = (state: string) => state === 'finished' || state === 'invalid'

/** The last visit to a lead by a version of it; undefined while it goes on, and where nobody worked on the lead. */
export const lastVisit = async (
  { store }: Pick<Server, 'store'>,
  lead: string,
  upTo = Number.POSITIVE_INFINITY,
): Promise<Ended | undefined> => {
  const history = (await store.history(`lead/${lead}`)).slice(0, upTo)
  const ends = history.findLastIndex(({ state }, nth) => isOver(state) && !isOver(history[nth - 1]!.state))
  if (ends === -1 || !isOver(history.at(-1)!.state)) return undefined
  const state = replay(leadMachine, history.slice(0, ends + 1).map(recordOf))
  const { formerSeller, contact } = state.context as Lead
  if (formerSeller === null) return undefined
  const call = contact && { attempt: contact.attempt, channel: contact.channel, at: contact.at }
  return {
    id: `${lead}.${state.version}`,
    at: history[ends]!.at,
    visit: { lead, seller: formerSeller, end: state.value, call },
  }
}
