import { businessDay } from '../../machines/calendar.ts'
import { type Random, randomOf } from '../kit/random.ts'
import { Refused } from '../kit/refused.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import type { Lender } from './catalogue.ts'
import { phoneOf } from './people.ts'
import type { Known } from './story.ts'

const hour = 3_600_000
const day = 24 * hour
const mostInABatch = 400

export type Device = { visitor: string; app: string; channel: string; from: number; people: Registration[] }
/** `phone` is that of somebody who is not in the vault yet. */
type Registration = { person: string; at: number; phone?: string }

/**
 * Tells of the devices that the applications came from: when they were seen first, and who registered. As many others
 * come without an application; a part of their people register.
 */
export const makeVisitors = async (server: Server, lender: Lender, known: readonly Known[]): Promise<void> => {
  const random = randomOf('loket visitors')
  const now = server.clock.now()
  const devices = devicesOf(random, known)
  const others = devices.map(({ from }, nth) => otherOf(server, lender, random.fork(`other ${nth}`), nth, from))
  const told = [...devices, ...others]
    .flatMap((device) => tellDevice(server, device))
    .filter(({ event }) => event.at <= now)
    .toSorted((one, other) => one.event.at - other.event.at)
  for (let from = 0; from < told.length; from += mostInABatch) {
    const outcomes = await server.store.append(told.slice(from, from + mostInABatch))
    const refused = outcomes.find((one) => one instanceof Refused)
    if (refused) throw refused
  }
}

/** The devices of the applications. A customer registers shortly before the first application from one. */
const devicesOf = (random: Random, known: readonly Known[]): Device[] => {
  const devices = new Map<string, Device>()
  for (const { person, visits } of known) {
    for (const { visitor, app, channel, at } of visits) {
      const one = devices.get(visitor) ?? { visitor, app, channel, from: at - random.int(1, 6 * 24) * hour, people: [] }
      devices.set(visitor, one)
      if (one.people.some((other) => other.person === person)) continue
      one.people.push({ person, at: Math.max(one.from, at - random.int(0, 2 * 24) * hour) })
    }
  }
  return [...devices.values()]
}

const otherOf = ({ vault }: Server, lender: Lender, random: Random, nth: number, about: number): Device => {
  const app = random.pick(lender.apps).code
  const from = about - random.int(0, 3 * 24) * hour
  const registers = random.chance(0.4)
  const person = { person: `demo-visitor-${nth + 1}`, at: from + random.int(0, 30) * hour, phone: phoneOf(random) }
  return {
    visitor: vault.visitorOf(app, `other-${nth + 1}`),
    app,
    channel: random.pick(lender.channels),
    from,
    people: registers ? [person] : [],
  }
}

/** The first visit to an app on a device, and the registrations and visits that follow. */
export const tellDevice = (
  { vault }: Pick<Server, 'vault'>,
  { visitor, app, channel, from, people }: Device,
): Command[] => {
  const stream = `visitor/${visitor}`
  const factOf = (at: number) => ({
    by: 'app/demo',
    at,
    app,
    channel,
    day: businessDay(at),
    mostLate: policy.visitMostLate,
  })
  const visits = [from, ...people.map(({ at }) => at + day)]
  // A registration counts as a visit of its day.
  const days = new Set(people.map(({ at }) => businessDay(at)).filter((one) => one !== businessDay(from)))
  const isNew = (at: number) => !days.has(businessDay(at)) && days.add(businessDay(at))
  return [
    ...visits.filter(isNew).map((at) => ({
      stream,
      event: { type: 'visited' as const, ...factOf(at) },
      via: 'SYS',
      key: `demo visited ${businessDay(at)} ${stream}`,
    })),
    ...people.map(({ person, at, phone }) => ({
      stream,
      event: { type: 'registered' as const, ...factOf(at), person },
      via: 'SYS',
      key: `demo registered ${person} ${stream}`,
      ...(phone && { writes: vault.register(person, phone) }),
    })),
  ]
}
