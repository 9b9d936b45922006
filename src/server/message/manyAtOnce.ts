import type { Message, MessageTerms } from '../../machines/message.ts'
import { batched } from '../kit/batchLoader.ts'
import type { Server } from '../server.ts'
import { eligible, reserveTexts } from './eligible.ts'
import { mayReach } from './messageAttempt.ts'
import { nextTurns, noteUsable, type Turn } from './sendRate.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault' | 'clock' | 'channels'>

/** Batched reads and writes of the messages under way: one query answers all that ask at the same time. */
export const manyAtOnce = (server: Parts) => {
  const { db, store, clock, channels } = server

  const turnsOf = async (wanted: readonly { provider: string }[]): Promise<Turn[]> => {
    const turns = new Map<object, Turn>()
    for (const [provider, several] of Map.groupBy(wanted, (one) => one.provider)) {
      const given = await nextTurns(db, provider, channels.sms[provider]!.perSecond, several.length, clock.now())
      for (const [index, one] of several.entries()) turns.set(one, given[index]!)
    }
    return wanted.map((one) => turns.get(one)!)
  }
  const turn = batched(turnsOf)

  const judged = batched(async (messages: readonly { id: string; terms: MessageTerms }[]) => {
    const found = await eligible(server, messages, clock.now())
    return messages.map(({ id }) => found.get(id)!)
  })
  const reserved = batched((messages: readonly { id: string; terms: MessageTerms }[]) =>
    reserveTexts(db, messages, clock.now()),
  )
  const batchState = batched(async (batches: readonly string[]) => {
    const states = await store.states(batches.map((batch) => `smsBatch/${batch}` as const))
    return states.map(({ value }) => String(value))
  })
  const answered = batched(async (providers: readonly string[]) => {
    for (const provider of new Set(providers)) await noteUsable(db, provider, clock.now())
    return providers
  })

  return {
    state: batched((streams: readonly `message/${string}`[]) => store.states(streams)),
    batchState,
    eligible: (id: string, { terms }: Message) => judged({ id, terms: terms! }),
    reserve: (id: string, { terms }: Message) => reserved({ id, terms: terms! }),
    turn: (provider: string) => turn({ provider }),
    mayReach: mayReach(server),
    answered,
  }
}
