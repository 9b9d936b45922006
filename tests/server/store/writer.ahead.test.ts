import { expect, test } from 'vitest'
import type { Command } from '../../../src/server/store/command.ts'
import { type Attempt, createWriter, most } from '../../../src/server/store/writer.ts'
import { saving } from '../../kit/commands.ts'

const role = (n: number) => `role/${n}`
const streamsOf = (batch: readonly Attempt[]) => batch.map(({ command }) => command.stream)
const accepted = { stream: '', version: 1, pos: 1, id: '' }

/** A writer whose batches are stored when the test says so, with a record of its steps. */
const writerInSteps = () => {
  const did: string[] = []
  const storing: PromiseWithResolvers<void>[] = []
  const begun: (() => void)[] = []
  const batches: string[][] = []
  const nth = (batch: readonly Attempt[]) => batches.findIndex((one) => one[0] === batch[0]!.command.stream) + 1
  const writer = createWriter<readonly Attempt[]>({
    decide: async (batch) => {
      batches.push(streamsOf(batch))
      did.push(`decide ${nth(batch)}`)
      return batch
    },
    store: async (batch) => {
      did.push(`store ${nth(batch)}`)
      const end = Promise.withResolvers<void>()
      storing.push(end)
      begun.shift()?.()
      await end.promise
      did.push(`stored ${nth(batch)}`)
      for (const attempt of batch) attempt.settle(accepted)
      return []
    },
    reach: async () => {},
  })
  const send = (commands: readonly Command[]) => Promise.all(commands.map((command) => writer(command, command.key)))
  /** Resolves when the next batch is about to be stored. */
  const storingNext = () => new Promise<void>((resolve) => begun.push(resolve))
  return { did, batches, storing, send, storingNext }
}

test('a full batch is decided while the one before it is stored, and one that is not full waits for who may come', async () => {
  const { did, batches, storing, send, storingNext } = writerInSteps()
  const first = storingNext()
  const sent = send(Array.from({ length: 2 * most + 50 }, (_, n) => saving(role(n))))
  await first
  expect(did).toEqual(['decide 1', 'decide 2', 'store 1'])
  const second = storingNext()
  storing[0]!.resolve()
  await second
  expect(did.slice(3)).toEqual(['stored 1', 'store 2'])
  const late = send([saving(role(2 * most + 50))])
  const third = storingNext()
  storing[1]!.resolve()
  await third
  expect(did.slice(5)).toEqual(['stored 2', 'decide 3', 'store 3'])
  storing[2]!.resolve()
  await Promise.all([sent, late])
  expect(batches.map(({ length }) => length)).toEqual([most, most, 51])
})

test('nothing is decided ahead of what it rests on', async () => {
  const { batches, storing, send, storingNext } = writerInSteps()
  const first = storingNext()
  const reader = saving(role(9999), { reads: [{ stream: role(1), version: 1 }] })
  const sent = send([
    ...Array.from({ length: most }, (_, n) => saving(role(n))),
    saving(role(0)),
    reader,
    ...Array.from({ length: most }, (_, n) => saving(role(most + n))),
  ])
  await first
  expect(batches[1]).toEqual(Array.from({ length: most }, (_, n) => role(most + n)))
  for (const [nth] of [0, 1, 2].entries()) {
    const next = nth < 2 ? storingNext() : undefined
    storing[nth]!.resolve()
    await next
  }
  await sent
  expect(batches[2]).toEqual([role(0), role(9999)])
})

test('what keeps apart is in no batch together, whatever streams it writes', async () => {
  const { batches, storing, send, storingNext } = writerInSteps()
  const apart = 'staff/1'
  const first = storingNext()
  const sent = send([saving(role(1), { apart }), saving(role(2), { apart }), saving(role(3))])
  await first
  const second = storingNext()
  storing[0]!.resolve()
  await second
  storing[1]!.resolve()
  await sent
  expect(batches).toEqual([[role(1), role(3)], [role(2)]])
})

test('one that cannot be decided ahead fails alone, after those before it were stored', async () => {
  const decided: number[] = []
  const writer = createWriter<readonly Attempt[]>({
    decide: async (batch) => {
      decided.push(batch.length)
      if (streamsOf(batch).includes(role(most + 50))) throw new Error('cannot')
      return batch
    },
    store: async (batch) => {
      for (const attempt of batch) attempt.settle(accepted)
      return []
    },
    reach: async () => {},
  })
  const ends = await Promise.allSettled(
    Array.from({ length: 2 * most }, (_, n) => saving(role(n))).map((command) => writer(command, command.key)),
  )
  const failed = ends.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))
  expect(failed).toEqual([most + 50])
  expect(decided.slice(0, 2)).toEqual([most, most])
})
