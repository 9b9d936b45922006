import { describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { type Account, type Credentials, sessionMachine } from '../../src/machines/session.ts'

const sari: Account = {
  id: 'staff/1',
  name: 'Sari',
  email: 'sari@demo.example',
  avatar: '',
  introduction: 'First reviewer',
  status: 'active',
  roles: ['reviewer1', 'reviewFirstWait'],
  setting: { density: 'small' },
  role_id: 3,
  language: 'id',
  bare: false,
  interfaces: ['approve.list'],
  apps: null,
}

class Refused extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

type Server = {
  login?: (credentials: Credentials) => Promise<{ token: string }>
  loadAccount?: (input: { token: string }) => Promise<Account>
  logout?: (input: { token: string | undefined }) => Promise<unknown>
}

const refuse = (error: unknown) => async () => {
  throw error
}

const open = ({ token, server = {} }: { token?: string; server?: Server } = {}) => {
  const calls: string[] = []
  const asked = {
    login: vi.fn(server.login ?? (async () => ({ token: 'fresh' }))),
    loadAccount: vi.fn(server.loadAccount ?? (async () => sari)),
    logout: vi.fn(server.logout ?? (async () => ({}))),
  }
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        login: fromPromise<{ token: string }, Credentials>(({ input }) => asked.login(input)),
        loadAccount: fromPromise<Account, { token: string }>(({ input }) => asked.loadAccount(input)),
        logout: fromPromise<unknown, { token: string | undefined }>(({ input }) => asked.logout(input)),
      },
      actions: {
        keepToken: (_, kept) => calls.push(`keep ${kept.token}`),
        dropToken: () => calls.push('drop'),
        tellRevived: () => calls.push('revived'),
        tellRightsChanged: () => calls.push('rights changed'),
        goHome: () => calls.push('home'),
        reload: () => calls.push('reload'),
        startOver: () => calls.push('start over'),
      },
    }),
    { input: { token } },
  ).start()

  type State = Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]
  return {
    calls,
    asked,
    send: actor.send.bind(actor),
    context: () => actor.getSnapshot().context,
    is: (state: State) =>
      expect(actor.getSnapshot().matches(state), JSON.stringify(actor.getSnapshot().value)).toBe(true),
    becomes: (state: State) => waitFor(actor, (snapshot) => snapshot.matches(state)),
  }
}

const logIn = { type: 'loginSubmitted', email: 'sari@demo.example', password: 'counter-window' } as const

const openLive = async (server?: Server) => {
  const session = open({ token: 'kept', ...(server && { server }) })
  await session.becomes({ active: 'live' })
  return session
}

describe('a page opens', () => {
  test('without a token nobody is logged in, and nothing is asked of the server', () => {
    const session = open()
    session.is('anonymous')
    expect(session.asked.loadAccount).not.toHaveBeenCalled()
    expect(session.context()).toMatchObject({ token: undefined, roles: [], error: undefined })
  })

  test('with a token it asks who that is and holds all that the server says of them', async () => {
    const session = await openLive()
    expect(session.asked.loadAccount).toHaveBeenCalledWith({ token: 'kept' })
    expect(session.context()).toEqual({ ...sari, token: 'kept', error: undefined })
  })
})

describe('logging in', () => {
  test('sends the e-mail trimmed and the password as it is', async () => {
    const session = open()
    session.send({ type: 'loginSubmitted', email: '  sari@demo.example \n', password: ' counter-window ' })
    await session.becomes('active')
    expect(session.asked.login).toHaveBeenCalledWith({ email: 'sari@demo.example', password: ' counter-window ' })
  })

  test.each([
    ['no e-mail', { email: '   ', password: 'counter-window' }],
    ['no password', { email: 'sari@demo.example', password: '' }],
  ])('with %s asks the server nothing', (_, credentials) => {
    const session = open()
    session.send({ type: 'loginSubmitted', ...credentials })
    session.is('anonymous')
    expect(session.asked.login).not.toHaveBeenCalled()
  })

  test('keeps the token before it asks who that is', async () => {
    const session = open()
    session.send(logIn)
    await session.becomes({ active: 'live' })
    expect(session.calls).toEqual(['keep fresh'])
    expect(session.asked.loadAccount).toHaveBeenCalledWith({ token: 'fresh' })
    expect(session.context()).toMatchObject({ token: 'fresh', name: 'Sari' })
  })

  test('a second click while the first is under way is nothing', async () => {
    const session = open()
    session.send(logIn)
    session.send(logIn)
    await session.becomes('active')
    expect(session.asked.login).toHaveBeenCalledTimes(1)
  })

  test('a refusal is kept for the form, and gone with the next attempt', async () => {
    const refusals = [new Refused(401, 'Wrong e-mail or password')]
    const session = open({
      server: {
        login: async () => {
          const refusal = refusals.pop()
          if (refusal) throw refusal
          return { token: 'fresh' }
        },
      },
    })
    session.send(logIn)
    await session.becomes('anonymous')
    expect(session.context().error).toEqual(new Refused(401, 'Wrong e-mail or password'))
    expect(session.calls).toEqual([])
    session.send(logIn)
    expect(session.context().error).toBeUndefined()
    await session.becomes('active')
  })
})

describe('user info that is no use', () => {
  test.each([
    ['an empty list of roles', []],
    ['no roles', undefined],
    ['roles that are no list', 'admin'],
    ['null', null],
  ])('%s: the session is cleared with the exact message, and the person goes to /', async (_, roles) => {
    const session = open({ server: { loadAccount: async () => ({ ...sari, roles: roles as string[] }) } })
    session.send(logIn)
    await session.becomes('anonymous')
    expect(session.context().error?.message).toBe('getInfo: roles must be a non-null array !')
    expect(session.context()).toMatchObject({ token: undefined, name: '', roles: [], role_id: null })
    expect(session.calls).toEqual(['keep fresh', 'drop', 'home'])
  })

  test('an answer that refuses says itself why', async () => {
    const session = open({ token: 'old', server: { loadAccount: refuse(new Refused(403, 'Your session has ended')) } })
    await session.becomes('anonymous')
    expect(session.context().error?.message).toBe('Your session has ended')
    expect(session.context().token).toBeUndefined()
    expect(session.calls).toEqual(['drop', 'home'])
  })

  test.each([
    ['no answer at all', new Refused(-1, 'fetch failed')],
    ['a fault of the browser', new TypeError('x is undefined')],
    ['something that is no error', 'oops'],
  ])('%s: verification has failed', async (_, cause) => {
    const session = open({ token: 'old', server: { loadAccount: refuse(cause) } })
    await session.becomes('anonymous')
    expect(session.context().error?.message).toBe('Verification failed, please login again')
    expect(session.calls).toEqual(['drop', 'home'])
  })
})

describe('the server no longer knows the session', () => {
  test('a dialog opens over the page, and the page keeps what it had', async () => {
    const session = await openLive()
    session.send({ type: 'loggedOut' })
    session.is({ active: { expired: 'asking' } })
    expect(session.context()).toMatchObject({ name: 'Sari', token: 'kept' })
    expect(session.calls).toEqual([])
  })

  test('to log in again clears the session and reloads', async () => {
    const session = await openLive()
    session.send({ type: 'loggedOut' })
    session.send({ type: 'reloginChosen' })
    session.is('gone')
    expect(session.calls).toEqual(['drop', 'reload'])
    expect(session.context()).toMatchObject({ token: undefined, name: '', roles: [] })
  })

  test('to cancel stays on the page, whatever refetches behind it; the next command asks again', async () => {
    const session = await openLive()
    session.send({ type: 'loggedOut' })
    session.send({ type: 'stayed' })
    session.is({ active: 'stayed' })
    expect(session.context()).toMatchObject({ name: 'Sari', token: 'kept' })
    session.send({ type: 'readRefused' })
    session.is({ active: 'stayed' })
    session.send({ type: 'loggedOut' })
    session.is({ active: 'expired' })
    expect(session.calls).toEqual([])
  })

  test('the same person may log in inside the dialog and goes on', async () => {
    const session = await openLive()
    session.send({ type: 'loggedOut' })
    session.send(logIn)
    await session.becomes({ active: 'live' })
    expect(session.context()).toMatchObject({ token: 'fresh', name: 'Sari' })
    expect(session.calls).toEqual(['keep fresh', 'revived'])
  })

  test('a wrong password there leaves the dialog open and says so', async () => {
    const session = await openLive({ login: refuse(new Refused(401, 'Wrong e-mail or password')) })
    session.send({ type: 'loggedOut' })
    session.send(logIn)
    await session.becomes({ active: { expired: 'asking' } })
    expect(session.context().error?.message).toBe('Wrong e-mail or password')
    expect(session.context().name).toBe('Sari')
  })

  test('somebody else there starts over, never on the first one’s page', async () => {
    const people = [{ ...sari, id: 'staff/2', name: 'Budi' }, sari]
    const session = await openLive({ loadAccount: async () => people.pop()! })
    session.send({ type: 'loggedOut' })
    session.send(logIn)
    await session.becomes('replaced')
    expect(session.calls).toEqual(['keep fresh', 'start over'])
    expect(session.context().name).toBe('Sari')
  })

  test('it is nothing to somebody who is not logged in', () => {
    const session = open()
    session.send({ type: 'loggedOut' })
    session.is('anonymous')
    expect(session.calls).toEqual([])
  })
})

describe('a login in another window of the browser', () => {
  const replaced = { type: 'tokenReplaced', token: 'theirs' } as const

  test.each([
    ['at work', []],
    ['asked to log in again', ['loggedOut']],
    ['who stayed without a session', ['loggedOut', 'stayed']],
  ] as const)('goes on with it for the same person %s', async (_, before) => {
    const session = await openLive()
    for (const type of before) session.send({ type })
    session.send(replaced)
    await session.becomes({ active: 'live' })
    expect(session.asked.loadAccount).toHaveBeenLastCalledWith({ token: 'theirs' })
    expect(session.context()).toMatchObject({ token: 'theirs', name: 'Sari', error: undefined })
    expect(session.calls).toEqual(['revived'])
  })

  test('by somebody else starts this one over', async () => {
    const people = [{ ...sari, id: 'staff/2', name: 'Budi' }, sari]
    const session = await openLive({ loadAccount: async () => people.pop()! })
    session.send(replaced)
    await session.becomes('replaced')
    expect(session.calls).toEqual(['start over'])
  })

  test('that is over again asks here', async () => {
    const answers = [refuse(new Refused(403, 'Your session has ended')), async () => sari]
    const session = await openLive({ loadAccount: () => answers.pop()!() })
    session.send(replaced)
    await session.becomes({ active: { expired: 'asking' } })
    expect(session.context().error?.message).toBe('Your session has ended')
  })

  test('logs in where nobody was', async () => {
    const session = open()
    session.send(replaced)
    await session.becomes({ active: 'live' })
    expect(session.context()).toMatchObject({ token: 'theirs', name: 'Sari' })
    expect(session.calls).toEqual([])
  })

  test('is nothing to a window that has its token already', async () => {
    const session = await openLive()
    session.send({ ...replaced, token: 'kept' })
    session.is({ active: 'live' })
    expect(session.asked.loadAccount).toHaveBeenCalledTimes(1)
  })
})

describe('logging out', () => {
  test('tells the server, forgets the token and reloads', async () => {
    const session = await openLive()
    session.send({ type: 'logoutChosen' })
    session.is('leaving')
    await session.becomes('gone')
    expect(session.asked.logout).toHaveBeenCalledWith({ token: 'kept' })
    expect(session.calls).toEqual(['drop', 'reload'])
    expect(session.context().token).toBeUndefined()
  })

  test('still knows what the server lacks', async () => {
    const session = await openLive({ loadAccount: async () => ({ ...sari, bare: true }) })
    session.send({ type: 'logoutChosen' })
    await session.becomes('gone')
    expect([session.context().id, session.context().bare]).toEqual(['', true])
  })

  test('leaves this browser even when the server does not answer', async () => {
    const session = await openLive({ logout: refuse(new Refused(-1, 'fetch failed')) })
    session.send({ type: 'logoutChosen' })
    await session.becomes('gone')
    expect(session.calls).toEqual(['drop', 'reload'])
  })
})

describe('rights that may have changed', () => {
  test('are read anew while the person works on, and told of when they are others', async () => {
    let account = sari
    const session = await openLive({ loadAccount: async () => account })
    session.send({ type: 'rightsDoubted' })
    session.is({ active: { live: 'looking' } })
    await session.becomes({ active: { live: 'settled' } })
    expect(session.calls).toEqual([])

    account = { ...sari, roles: ['reviewer1'], interfaces: [], apps: ['DK'] }
    session.send({ type: 'rightsDoubted' })
    await session.becomes({ active: { live: 'settled' } })
    expect(session.context()).toMatchObject(account)
    expect(session.calls).toEqual(['rights changed'])
  })

  test('stay as they are when they cannot be read, or are those of somebody else', async () => {
    const answers: (() => Promise<Account>)[] = [
      async () => sari,
      refuse(new Refused(-1, 'no answer')),
      async () => ({ ...sari, id: 'staff/2', roles: ['admin'] }),
    ]
    const session = await openLive({ loadAccount: () => answers.shift()!() })
    for (let round = 0; round < 2; round += 1) {
      session.send({ type: 'rightsDoubted' })
      await session.becomes({ active: { live: 'settled' } })
    }
    expect(session.context()).toMatchObject(sari)
    expect(session.calls).toEqual([])
  })

  test('of a session that is over are not waited for', async () => {
    const session = await openLive({ loadAccount: async () => sari })
    session.send({ type: 'rightsDoubted' })
    session.send({ type: 'readRefused' })
    session.is({ active: 'expired' })
    expect(session.calls).toEqual([])
  })
})
