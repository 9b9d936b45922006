import { assign, fromPromise, setup } from 'xstate'

export type Credentials = { email: string; password: string }

/** The logged-in person as the server describes them; `roles` holds names of roles and of routes. */
export type Account = {
  id: string
  name: string
  email: string
  avatar: string
  introduction: string
  status: string
  roles: string[]
  setting: Record<string, unknown>
  role_id: number | null
  language: 'id' | 'en' | 'zh'
  interfaces: string[]
  /** The server has the calls of the contract alone. */
  bare: boolean
  /** The lending apps whose orders the person sees; null for all. */
  apps: string[] | null
}

export type SessionContext = Account & { token: string | undefined; error: Error | undefined }

type SessionEvent =
  | ({ type: 'loginSubmitted' } & Credentials)
  | { type: 'loggedOut' }
  /** The server refused the session in a call that the screen made by itself. */
  | { type: 'readRefused' }
  /** Another window of this browser logged in; its session replaces this one. */
  | { type: 'tokenReplaced'; token: string }
  /** The person's rights may have changed. */
  | { type: 'rightsDoubted' }
  | { type: 'stayed' }
  | { type: 'reloginChosen' }
  | { type: 'logoutChosen' }

export const noRoles = 'getInfo: roles must be a non-null array !'
export const verificationFailed = 'Verification failed, please login again'

export const nobody: Account = {
  id: '',
  name: '',
  email: '',
  avatar: '',
  introduction: '',
  status: '',
  roles: [],
  setting: {},
  role_id: null,
  language: 'id',
  interfaces: [],
  bare: false,
  apps: null,
}

const notProvided = () => Promise.reject(new Error('not provided'))

const asError = (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause)))

// A code above zero is an answer of the server with a readable message. Any other error has no message for a person.
const verificationError = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && Number(cause.code) > 0 ? cause : new Error(verificationFailed)

/** The session of one window: who is logged in, and what happens when the login ends. */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as { token: string | undefined },
  },
  actors: {
    login: fromPromise<{ token: string }, Credentials>(notProvided),
    loadAccount: fromPromise<Account, { token: string }>(notProvided),
    logout: fromPromise<unknown, { token: string | undefined }>(notProvided),
  },
  actions: {
    takeToken: assign((_, { token }: { token: string }) => ({ token, error: undefined })),
    takeAccount: assign((_, account: Account) => ({ ...account, error: undefined })),
    takeError: assign((_, error: Error) => ({ error })),
    forgetError: assign({ error: undefined }),
    // `bare` describes the server, not the person. Screens that close after a logout still ask the client.
    clear: assign(({ context: { bare } }) => ({ ...nobody, bare, token: undefined })),
    keepToken: (_, _params: { token: string }) => {},
    dropToken: () => {},
    tellRevived: () => {},
    tellRightsChanged: () => {},
    goHome: () => {},
    reload: () => {},
    startOver: () => {},
  },
  guards: {
    hasToken: ({ context }) => Boolean(context.token),
    bothGiven: (_, { email, password }: Credentials) => email.trim() !== '' && password !== '',
    hasRoles: (_, roles: readonly string[]) => Array.isArray(roles) && roles.length > 0,
    otherToken: ({ context }, token: string) => context.token !== token,
    samePerson: ({ context }, id: string) => context.id === id,
    otherRights: ({ context }, account: Account) =>
      context.id === account.id && rightsOf(context) !== rightsOf(account),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...nobody, token: input.token, error: undefined }),
  initial: 'starting',
  states: {
    starting: {
      always: [{ guard: 'hasToken', target: 'loadingAccount' }, { target: 'anonymous' }],
    },

    anonymous: {
      on: {
        loginSubmitted: { guard: { type: 'bothGiven', params: ({ event }) => event }, target: 'loggingIn' },
        tokenReplaced: { target: 'loadingAccount', actions: { type: 'takeToken', params: ({ event }) => event } },
      },
    },

    loggingIn: {
      entry: 'forgetError',
      invoke: {
        src: 'login',
        input: ({ event }) => credentials(event),
        onDone: {
          target: 'loadingAccount',
          actions: [
            { type: 'takeToken', params: ({ event }) => event.output },
            { type: 'keepToken', params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: 'anonymous',
          actions: { type: 'takeError', params: ({ event }) => asError(event.error) },
        },
      },
    },

    loadingAccount: {
      invoke: {
        src: 'loadAccount',
        input: ({ context }) => ({ token: context.token! }),
        onDone: [
          {
            guard: { type: 'hasRoles', params: ({ event }) => event.output.roles },
            target: 'active',
            actions: { type: 'takeAccount', params: ({ event }) => event.output },
          },
          {
            target: 'anonymous',
            actions: ['clear', 'dropToken', { type: 'takeError', params: new Error(noRoles) }, 'goHome'],
          },
        ],
        onError: {
          target: 'anonymous',
          actions: [
            'clear',
            'dropToken',
            {
              type: 'takeError',
              params: ({ event }) => verificationError(event.error),
            },
            'goHome',
          ],
        },
      },
    },

    active: {
      initial: 'live',
      on: {
        logoutChosen: { target: 'leaving' },
        tokenReplaced: {
          guard: { type: 'otherToken', params: ({ event }) => event.token },
          target: '.comparing',
          actions: { type: 'takeToken', params: ({ event }) => event },
        },
      },
      states: {
        live: {
          initial: 'settled',
          on: { loggedOut: { target: 'expired' }, readRefused: { target: 'expired' } },
          states: {
            settled: { on: { rightsDoubted: { target: 'looking' } } },
            looking: {
              // The pending answer may predate the change.
              on: { rightsDoubted: { target: 'looking', reenter: true } },
              invoke: {
                src: 'loadAccount',
                input: ({ context }) => ({ token: context.token! }),
                onDone: [
                  {
                    guard: { type: 'otherRights', params: ({ event }) => event.output },
                    target: 'settled',
                    actions: [{ type: 'takeAccount', params: ({ event }) => event.output }, 'tellRightsChanged'],
                  },
                  { target: 'settled' },
                ],
                onError: { target: 'settled' },
              },
            },
          },
        },

        // A person who stays reads on, whatever background refetches answer. The next manual call asks again.
        stayed: {
          on: { loggedOut: { target: 'expired' } },
        },

        // The page stays as it is, with a dialog over it.
        expired: {
          initial: 'asking',
          on: {
            stayed: { target: 'stayed', actions: 'forgetError' },
            reloginChosen: { target: '#session.gone', actions: ['clear', 'dropToken'] },
          },
          states: {
            asking: {
              on: {
                loginSubmitted: { guard: { type: 'bothGiven', params: ({ event }) => event }, target: 'loggingIn' },
              },
            },
            loggingIn: {
              entry: 'forgetError',
              // The pending login replaces the cookie.
              on: { tokenReplaced: {} },
              invoke: {
                src: 'login',
                input: ({ event }) => credentials(event),
                onDone: {
                  target: '#session.active.comparing',
                  actions: [
                    { type: 'takeToken', params: ({ event }) => event.output },
                    { type: 'keepToken', params: ({ event }) => event.output },
                  ],
                },
                onError: {
                  target: 'asking',
                  actions: { type: 'takeError', params: ({ event }) => asError(event.error) },
                },
              },
            },
          },
        },

        // The page stays as it is if the same person logs in.
        comparing: {
          invoke: {
            src: 'loadAccount',
            input: ({ context }) => ({ token: context.token! }),
            onDone: [
              {
                guard: { type: 'samePerson', params: ({ event }) => event.output.id },
                target: 'live',
                actions: [{ type: 'takeAccount', params: ({ event }) => event.output }, 'tellRevived'],
              },
              // Another person logged in: no data of the first person's page may stay on screen.
              { target: '#session.replaced' },
            ],
            onError: {
              target: 'expired',
              actions: { type: 'takeError', params: ({ event }) => asError(event.error) },
            },
          },
        },
      },
    },

    leaving: {
      invoke: {
        src: 'logout',
        input: ({ context }) => ({ token: context.token }),
        onDone: { target: 'gone', actions: ['clear', 'dropToken'] },
        onError: { target: 'gone', actions: ['clear', 'dropToken'] },
      },
    },

    gone: {
      type: 'final',
      entry: 'reload',
    },

    // Does not return to the first person's page, which the second may not be allowed to see.
    replaced: {
      type: 'final',
      entry: 'startOver',
    },
  },
})

const rightsOf = ({ roles, interfaces, apps }: Account) => JSON.stringify([roles, interfaces, apps])

function credentials(event: { type: string }): Credentials {
  const { email, password } = event as { type: 'loginSubmitted' } & Credentials
  return { email: email.trim(), password }
}
