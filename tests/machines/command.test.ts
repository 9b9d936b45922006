import { expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { type Command, type CommandNews, commandMachine } from '../../src/machines/command.ts'

/** A fake that gives these answers in order; an Error is thrown, as a refusal or a lost connection. */
const answering = (...answers: unknown[]) =>
  vi.fn(async (_command: Command, _key: string) => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  })

const open = (send: (command: Command, key: string) => Promise<unknown>) => {
  let keys = 0
  const actor = createActor(commandMachine, { input: { send, newKey: () => `key ${(keys += 1)}` } })
  const news: CommandNews[] = []
  actor.on('*', (one) => news.push(one))
  actor.start()
  const reach = (state: 'idle' | 'asking' | 'refused') => waitFor(actor, (snapshot) => snapshot.matches(state))
  return { actor, news, reach, keysSent: () => (send as ReturnType<typeof answering>).mock.calls.map(([, key]) => key) }
}

const claim = { type: 'started', event: 'firstClaimed', version: 3, form: false } as const
const pass = { type: 'started', event: 'firstPassed', version: 4, form: true } as const
const input = { amount: 1_000_000, term: 3, note: '' }

test('a double click sends once', async () => {
  const send = answering({ version: 4 })
  const { actor, news, reach } = open(send)
  actor.send(claim)
  actor.send(claim)
  await reach('idle')
  expect(send.mock.calls).toEqual([[{ event: 'firstClaimed', version: 3, input: {} }, 'key 1']])
  expect(news).toEqual([{ type: 'done', command: { event: 'firstClaimed', version: 3, input: {} } }])
})

test('a click after the answer, on what was shown before it, does nothing', async () => {
  const send = answering({ version: 4 }, { version: 5 })
  const { actor, reach } = open(send)
  actor.send(claim)
  await reach('idle')
  actor.send(claim)
  actor.send({ ...claim, form: true })
  expect(actor.getSnapshot().value).toBe('idle')
  expect(send).toHaveBeenCalledTimes(1)

  actor.send({ ...claim, event: 'firstReleased', version: 4 })
  await reach('idle')
  expect(send).toHaveBeenLastCalledWith({ event: 'firstReleased', version: 4, input: {} }, 'key 2')
})

test('a form stands between the click and the sending, and can be left', async () => {
  const send = answering({ version: 5 })
  const { actor, reach } = open(send)
  actor.send(pass)
  expect(actor.getSnapshot().hasTag('form')).toBe(true)
  actor.send({ type: 'cancelled' })
  expect(send).not.toHaveBeenCalled()

  actor.send(pass)
  actor.send({ type: 'submitted', version: 4, input })
  actor.send({ type: 'submitted', version: 4, input })
  actor.send({ type: 'cancelled' })
  expect(actor.getSnapshot().value).toBe('pending')
  await reach('idle')
  expect(send).toHaveBeenCalledTimes(1)
})

test('after a broken line the same again has the same key, and anything else another', async () => {
  const send = answering(new Error('broken'), new Error('broken'), new Error('broken'), {}, {})
  const { actor, reach, keysSent } = open(send)
  actor.send(pass)
  actor.send({ type: 'submitted', version: 4, input })
  await reach('refused')
  actor.send({ type: 'submitted', version: 4, input: { ...input } })
  await reach('refused')
  expect(keysSent()).toEqual(['key 1', 'key 1'])

  actor.send({ type: 'cancelled' })
  actor.send(pass)
  actor.send({ type: 'submitted', version: 4, input })
  await reach('refused')
  actor.send({ type: 'submitted', version: 4, input: { ...input, amount: 900_000 } })
  await reach('idle')
  expect(keysSent()).toEqual(['key 1', 'key 1', 'key 1', 'key 2'])

  actor.send({ ...claim, version: 9 })
  await reach('idle')
  expect(keysSent().at(-1)).toBe('key 3')
})

test('a command without a form is repeated under its key as well', async () => {
  const send = answering(new Error('broken'), {})
  const { actor, news, reach, keysSent } = open(send)
  actor.send(claim)
  await reach('idle')
  actor.send(claim)
  await reach('idle')
  expect(keysSent()).toEqual(['key 1', 'key 1'])
  expect(news.map(({ type }) => type)).toEqual(['refused', 'done'])
})

test('a refusal stays in the form with what was refused, until the next attempt', async () => {
  const refusal = new Error('Somebody was first')
  const send = answering(refusal, {})
  const { actor, news, reach } = open(send)
  actor.send(pass)
  actor.send({ type: 'submitted', version: 4, input })
  expect((await reach('refused')).context).toMatchObject({ error: refusal, command: { event: 'firstPassed', input } })
  expect(news).toEqual([
    { type: 'refused', command: { event: 'firstPassed', version: 4, input }, error: refusal, form: true },
  ])

  actor.send({ type: 'submitted', version: 5, input })
  expect(actor.getSnapshot().context.error).toBeNull()
  await reach('idle')
  expect(send).toHaveBeenLastCalledWith({ event: 'firstPassed', version: 5, input }, 'key 2')
})
