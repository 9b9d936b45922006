import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate'

type Language = 'id' | 'en' | 'zh'
type Device = 'mobile' | 'desktop'

type ShellContext = {
  device: Device
  /** Whether the sidebar of a wide window is open; on a narrow window it always starts closed. */
  keptOpen: boolean
  withoutAnimation: boolean
  language: Language
}

type ShellEvent =
  | { type: 'resized'; device: Device }
  | { type: 'sidebarToggled' }
  | { type: 'navigated' }
  | { type: 'languageChosen'; language: Language }
  | { type: 'languageKnown'; language: Language }

type ShellInput = { device: Device; opened: boolean; language: Language }

/** A window narrower than this many CSS pixels is a mobile device: 1024 less 3. */
export const mobileBelow = 1021

/** The frame of every screen: the sidebar, which is a drawer on a narrow window, and the language. */
export const shellMachine = setup({
  types: { context: {} as ShellContext, events: {} as ShellEvent, input: {} as ShellInput },
  actors: {
    /**
     * Loads the language's texts; `chosen` distinguishes a person's choice from the language stored with their account.
     */
    switchLanguage: fromPromise<Language, { language: Language; chosen: boolean }>(() =>
      Promise.reject(new Error('not provided')),
    ),
  },
  actions: {
    takeDevice: assign((_, device: Device) => ({ device, withoutAnimation: true })),
    keepOpen: assign((_, keptOpen: boolean) => ({ keptOpen, withoutAnimation: false })),
    animate: assign({ withoutAnimation: false }),
    takeLanguage: assign((_, language: Language) => ({ language })),
    rememberSidebar: (_, _opened: boolean) => {},
    tellSwitched: () => {},
    tellNotSwitched: (_, _error: Error) => {},
  },
  guards: {
    isMobile: ({ context }) => context.device === 'mobile',
    keptOpen: ({ context }) => context.keptOpen,
    to: ({ context }, device: Device) => context.device !== device,
    another: ({ context }, language: Language) => context.language !== language,
  },
}).createMachine({
  id: 'shell',
  type: 'parallel',
  context: ({ input }) => ({
    device: input.device,
    keptOpen: input.opened,
    withoutAnimation: true,
    language: input.language,
  }),
  states: {
    sidebar: {
      initial: 'placing',
      on: {
        resized: {
          guard: { type: 'to', params: ({ event }) => event.device },
          target: '.placing',
          actions: { type: 'takeDevice', params: ({ event }) => event.device },
        },
      },
      states: {
        placing: {
          always: [
            { guard: 'isMobile', target: 'drawer' },
            { guard: 'keptOpen', target: 'opened' },
            { target: 'closed' },
          ],
        },
        opened: {
          on: {
            sidebarToggled: {
              target: 'closed',
              actions: [
                { type: 'keepOpen', params: false },
                { type: 'rememberSidebar', params: false },
              ],
            },
          },
        },
        closed: {
          on: {
            sidebarToggled: {
              target: 'opened',
              actions: [
                { type: 'keepOpen', params: true },
                { type: 'rememberSidebar', params: true },
              ],
            },
          },
        },
        drawer: {
          initial: 'closed',
          states: {
            closed: {
              on: { sidebarToggled: { target: 'opened', actions: 'animate' } },
            },
            opened: {
              on: {
                sidebarToggled: { target: 'closed', actions: 'animate' },
                navigated: { target: 'closed', actions: 'animate' },
              },
            },
          },
        },
      },
    },

    language: {
      initial: 'settled',
      states: {
        settled: {
          on: {
            languageChosen: {
              guard: { type: 'another', params: ({ event }) => event.language },
              target: 'switching',
            },
            languageKnown: {
              guard: { type: 'another', params: ({ event }) => event.language },
              target: 'following',
            },
          },
        },
        switching: {
          invoke: {
            src: 'switchLanguage',
            input: ({ event }) => ({ language: languageOf(event), chosen: true }),
            onDone: {
              target: 'settled',
              actions: [{ type: 'takeLanguage', params: ({ event }) => event.output }, 'tellSwitched'],
            },
            onError: {
              target: 'settled',
              actions: { type: 'tellNotSwitched', params: ({ event }) => asError(event.error) },
            },
          },
        },
        // Nobody requested the change, so no message reports it.
        following: {
          invoke: {
            src: 'switchLanguage',
            input: ({ event }) => ({ language: languageOf(event), chosen: false }),
            onDone: {
              target: 'settled',
              actions: { type: 'takeLanguage', params: ({ event }) => event.output },
            },
            onError: { target: 'settled' },
          },
        },
      },
    },
  },
})

const asError = (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause)))
const languageOf = (event: { type: string; language?: Language }) => event.language!

/** The frame's state as one value for the screens. The size is the appearance's: there is no second one. */
export const appOf = (snapshot: SnapshotFrom<typeof shellMachine>) => ({
  sidebar: {
    opened: snapshot.matches({ sidebar: 'opened' }) || snapshot.matches({ sidebar: { drawer: 'opened' } }),
    withoutAnimation: snapshot.context.withoutAnimation,
  },
  language: snapshot.context.language,
  device: snapshot.context.device,
})
