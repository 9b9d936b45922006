import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { errorLogMachine } from '../../src/machines/errorLog.ts'

const failure = (message: string) => ({ message, info: 'POST /approve/list', url: '/approve', at: 0 })

const open = () => {
  const actor = createActor(errorLogMachine).start()
  return {
    fails: (message: string) => actor.send({ type: 'failed', error: failure(message) }),
    clear: () => actor.send({ type: 'cleared' }),
    messages: () => actor.getSnapshot().context.errors.map(({ message }) => message),
  }
}

test('holds what failed, the newest first, until it is cleared', () => {
  const log = open()
  log.fails('one')
  log.fails('two')
  expect(log.messages()).toEqual(['two', 'one'])
  log.clear()
  expect(log.messages()).toEqual([])
})

test('holds a hundred at most', () => {
  const log = open()
  for (let nth = 1; nth <= 130; nth += 1) log.fails(String(nth))
  expect(log.messages()).toHaveLength(100)
  expect(log.messages()[0]).toBe('130')
})
