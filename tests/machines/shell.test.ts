import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { appOf, shellMachine } from '../../src/machines/shell.ts'

type Language = 'id' | 'en' | 'zh'
type Options = { device?: 'mobile' | 'desktop'; opened?: boolean; language?: Language; fails?: boolean }

const open = ({ device = 'desktop', opened = true, language = 'id', fails = false }: Options = {}) => {
  const calls: unknown[] = []
  const actor = createActor(
    shellMachine.provide({
      actors: {
        switchLanguage: fromPromise<Language, { language: Language; chosen: boolean }>(async ({ input }) => {
          calls.push(input)
          if (fails) throw new Error('no such chunk')
          return input.language
        }),
      },
      actions: {
        rememberSidebar: (_, isOpen) => calls.push(isOpen ? 'keep open' : 'keep closed'),
        tellSwitched: () => calls.push('told'),
        tellNotSwitched: (_, error) => calls.push(error.message),
      },
    }),
    { input: { device, opened, language } },
  ).start()
  return {
    calls,
    send: actor.send.bind(actor),
    app: () => appOf(actor.getSnapshot()),
    settled: () => waitFor(actor, (snapshot) => snapshot.matches({ language: 'settled' })),
  }
}

const toggle = { type: 'sidebarToggled' } as const
const narrow = { type: 'resized', device: 'mobile' } as const
const wide = { type: 'resized', device: 'desktop' } as const

describe('the sidebar of a wide window', () => {
  test.each([true, false])('stands as it was left: open %s', (opened) => {
    expect(open({ opened }).app()).toEqual({
      sidebar: { opened, withoutAnimation: true },
      device: 'desktop',
      language: 'id',
    })
  })

  test('closes and opens with an animation, and that is remembered', () => {
    const shell = open()
    shell.send(toggle)
    expect(shell.app().sidebar).toEqual({ opened: false, withoutAnimation: false })
    shell.send(toggle)
    expect(shell.app().sidebar).toEqual({ opened: true, withoutAnimation: false })
    expect(shell.calls).toEqual(['keep closed', 'keep open'])
  })

  test('stays open when somebody goes to another screen', () => {
    const shell = open()
    shell.send({ type: 'navigated' })
    expect(shell.app().sidebar.opened).toBe(true)
  })
})

describe('the drawer of a narrow window', () => {
  test('starts closed, however the sidebar was left', () => {
    expect(open({ device: 'mobile', opened: true }).app()).toMatchObject({
      device: 'mobile',
      sidebar: { opened: false, withoutAnimation: true },
    })
  })

  test('opens, and closes when somebody goes to another screen; neither is remembered', () => {
    const shell = open({ device: 'mobile' })
    shell.send(toggle)
    expect(shell.app().sidebar).toEqual({ opened: true, withoutAnimation: false })
    shell.send({ type: 'navigated' })
    expect(shell.app().sidebar.opened).toBe(false)
    expect(shell.calls).toEqual([])
  })
})

describe('a window that changes its width', () => {
  test('closes the sidebar at once when it becomes narrow, and gives it back when it is wide again', () => {
    const shell = open()
    shell.send(narrow)
    expect(shell.app()).toMatchObject({ device: 'mobile', sidebar: { opened: false, withoutAnimation: true } })
    shell.send(wide)
    expect(shell.app()).toMatchObject({ device: 'desktop', sidebar: { opened: true, withoutAnimation: true } })
  })

  test('keeps a sidebar closed that was closed, whatever the drawer did', () => {
    const shell = open({ opened: false })
    shell.send(narrow)
    shell.send(toggle)
    shell.send(wide)
    expect(shell.app().sidebar.opened).toBe(false)
  })

  test('does nothing while it stays of one kind', () => {
    const shell = open()
    shell.send(toggle)
    shell.send(wide)
    expect(shell.app().sidebar).toEqual({ opened: false, withoutAnimation: false })
  })
})

describe('the language', () => {
  test('changes when its texts are there, and the person is told', async () => {
    const shell = open()
    shell.send({ type: 'languageChosen', language: 'zh' })
    expect(shell.app().language).toBe('id')
    await shell.settled()
    expect(shell.app().language).toBe('zh')
    expect(shell.calls).toEqual([{ language: 'zh', chosen: true }, 'told'])
  })

  test('stays when they do not come, and the person is told why', async () => {
    const shell = open({ fails: true })
    shell.send({ type: 'languageChosen', language: 'zh' })
    await shell.settled()
    expect(shell.app().language).toBe('id')
    expect(shell.calls).toEqual([{ language: 'zh', chosen: true }, 'no such chunk'])
  })

  test('that an account remembers is followed without a word', async () => {
    const shell = open()
    shell.send({ type: 'languageKnown', language: 'en' })
    await shell.settled()
    expect(shell.app().language).toBe('en')
    expect(shell.calls).toEqual([{ language: 'en', chosen: false }])
  })

  test('that is in use already asks for nothing', () => {
    const shell = open()
    shell.send({ type: 'languageChosen', language: 'id' })
    shell.send({ type: 'languageKnown', language: 'id' })
    expect(shell.calls).toEqual([])
  })
})
