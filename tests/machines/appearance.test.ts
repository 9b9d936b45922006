import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { isDark, appearanceMachine } from '../../src/machines/appearance.ts'

const open = (kept: Record<string, string> = {}, deviceIsDark = false) => {
  const done: string[] = []
  const actor = createActor(
    appearanceMachine.provide({
      actions: {
        remember: (_, { key, value }) => done.push(`${key} ${value}`),
        tellChanged: (_, key) => done.push(`${key} told`),
      },
    }),
    { input: { kept, deviceIsDark } },
  ).start()
  return { done, send: actor.send.bind(actor), look: () => actor.getSnapshot().context }
}

test('begins as specified, and as bright as the device', () => {
  expect(open().look()).toEqual({ size: 'medium', scheme: 'system', colour: '#409EFF', deviceIsDark: false })
})

test('is as it was left', () => {
  const kept = { size: 'mini', scheme: 'dark', colour: '#1D7324' }
  expect(open(kept).look()).toMatchObject(kept)
})

test.each<Record<string, string>>([{ size: 'huge' }, { scheme: 'dim' }, { colour: 'red; background: url(x)' }])(
  'takes no %j',
  (kept) => {
    expect(open(kept).look()).toEqual(open().look())
  },
)

describe('a choice', () => {
  test.each([
    [{ type: 'sizeChosen', size: 'mini' }, { size: 'mini' }],
    [{ type: 'schemeChosen', scheme: 'dark' }, { scheme: 'dark' }],
    [{ type: 'colourChosen', colour: '#1d7324' }, { colour: '#1d7324' }],
  ] as const)('%j counts at once, is remembered, and is told', (event, changed) => {
    const one = open()
    one.send(event)
    expect(one.look()).toMatchObject(changed)
    const [[key, value]] = Object.entries(changed) as [[string, string]]
    expect(one.done).toEqual([`${key} ${value}`, `${key} told`])
  })

  test.each([
    { type: 'sizeChosen', size: 'medium' },
    { type: 'colourChosen', colour: '#409EFF' },
    { type: 'colourChosen', colour: 'blue' },
  ] as const)('%j is none', (event) => {
    const one = open()
    one.send(event)
    expect(one.done).toEqual([])
  })
})

test.each([
  ['system', true, true],
  ['system', false, false],
  ['light', true, false],
  ['dark', false, true],
] as const)('%s on a device that is dark: %s shows dark: %s', (scheme, deviceIsDark, dark) => {
  expect(isDark({ scheme, deviceIsDark })).toBe(dark)
})

test('the device may turn dark at any time', () => {
  const one = open()
  one.send({ type: 'deviceDarkened', dark: true })
  expect(isDark(one.look())).toBe(true)
})
