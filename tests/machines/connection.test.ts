import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { connectionMachine } from '../../src/machines/connection.ts'

/** A connection whose probes the test settles. */
const open = () => {
  const probes: PromiseWithResolvers<unknown>[] = []
  const told: string[] = []
  const clock = new SimulatedClock()
  const actor = createActor(
    connectionMachine.provide({
      actors: {
        probe: fromPromise(() => {
          const probe = Promise.withResolvers<unknown>()
          probes.push(probe)
          return probe.promise
        }),
      },
      actions: {
        tell: (_, message) => told.push(message),
        tellRecovered: () => told.push('recovered'),
        resend: () => told.push('resent'),
      },
    }),
    { clock },
  ).start()
  return {
    told,
    probes,
    clock,
    send: actor.send.bind(actor),
    now: () => actor.getSnapshot(),
    isIn: (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
      waitFor(actor, (snapshot) => snapshot.matches(state)),
  }
}

const missed = { type: 'missed', line: 'POST /a', message: 'missed' } as const
const broken = { type: 'broken' } as const
const networkLost = { type: 'networkLost' } as const
const networkCame = { type: 'networkCame' } as const

test('calls that were missed are no outage when the server answers a probe, and are told of once', async () => {
  const one = open()
  one.send(missed)
  one.send(missed)
  expect(one.told).toEqual(['missed'])
  one.probes[0]!.resolve('')
  await one.isIn('online')
  one.send(missed)
  expect(one.told).toEqual(['missed'])
})

test('a call that is missed again after an answer is told of again, and another error at once', async () => {
  const one = open()
  one.send(missed)
  one.send({ type: 'missed', line: 'POST /b', message: 'HTTP 502' })
  one.send({ type: 'answered', line: 'POST /b' })
  one.send(missed)
  expect(one.told).toEqual(['missed', 'HTTP 502'])
  one.send({ type: 'answered', line: 'POST /a' })
  one.send(missed)
  expect(one.told).toEqual(['missed', 'HTTP 502', 'missed'])
})

test('a connection that broke is asked for before the call has failed, and nothing is told of it', async () => {
  const one = open()
  one.send(broken)
  one.probes[0]!.reject(new Error('away'))
  await one.isIn('offline')
  expect(one.told).toEqual([])
})

test('a slow call is asked about; a server that answers the probe is online, and the call still counts as slow', async () => {
  const one = open()
  one.send({ type: 'slowed' })
  one.send({ type: 'slowed' })
  one.clock.increment(899)
  expect([one.probes.length, one.now().hasTag('silent'), one.now().context.slow]).toEqual([1, false, 2])
  one.probes[0]!.resolve('')
  await one.isIn('online')
  one.send({ type: 'slowEnded' })
  expect(one.now().context.slow).toBe(1)
})

test('a server that does not answer the probe either is silent, then offline, and what waits is sent again', async () => {
  const one = open()
  one.send({ type: 'slowed' })
  one.clock.increment(900)
  expect(one.now().hasTag('silent')).toBe(true)
  one.probes[0]!.reject(new Error('timed out'))
  await one.isIn('offline')
  one.clock.increment(3000)
  one.probes[1]!.resolve('')
  await one.isIn('online')
  expect(one.told).toEqual(['recovered', 'resent'])
})

test('it is offline once a probe fails too, asks again, and says when it is back', async () => {
  const one = open()
  one.send(missed)
  one.probes[0]!.reject(new Error('away'))
  await one.isIn('offline')
  one.clock.increment(3000)
  one.probes[1]!.reject(new Error('away'))
  await one.isIn({ offline: 'waiting' })
  expect(one.told).toEqual(['missed'])
  one.clock.increment(3000)
  one.probes[2]!.resolve('')
  await one.isIn('online')
  expect(one.told).toEqual(['missed', 'recovered', 'resent'])
})

test('a network that came asks at once', async () => {
  const one = open()
  one.send(missed)
  one.probes[0]!.reject(new Error('away'))
  await one.isIn('offline')
  one.send(networkCame)
  one.probes[1]!.resolve('')
  await one.isIn('online')
  expect(one.told).toEqual(['missed', 'recovered', 'resent'])
  one.clock.increment(10_000)
  expect(one.probes).toHaveLength(2)
})

test('a server that answers without a network is reached, and asked on until there is one', async () => {
  const one = open()
  one.send(networkLost)
  one.probes[0]!.resolve('')
  await one.isIn({ withoutNetwork: 'waiting' })
  one.clock.increment(3000)
  one.probes[1]!.resolve('')
  await one.isIn({ withoutNetwork: 'waiting' })
  one.send(networkCame)
  await one.isIn('online')
  expect(one.told).toEqual([])
})

test('a server that answered once more while the network went is found away', async () => {
  const one = open()
  one.send(networkLost)
  one.probes[0]!.resolve('')
  await one.isIn({ withoutNetwork: 'waiting' })
  one.send(missed)
  one.probes[1]!.reject(new Error('away'))
  await one.isIn('offline')
  expect(one.told).toEqual(['missed'])
})
