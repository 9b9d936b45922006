import { assign, setup } from 'xstate'

export const sizes = ['medium', 'small', 'mini'] as const
export type Size = (typeof sizes)[number]

/** `system` follows the device's setting. */
export const schemes = ['system', 'light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

export const defaultColour = '#409EFF'

export type Appearance = { size: Size; scheme: Scheme; colour: string }

type AppearanceEvent =
  | { type: 'sizeChosen'; size: Size }
  | { type: 'schemeChosen'; scheme: Scheme }
  | { type: 'colourChosen'; colour: string }
  | { type: 'deviceDarkened'; dark: boolean }

const hex = /^#[\da-f]{6}$/i

/** The console's appearance in this browser: density, colour scheme and accent colour. */
export const appearanceMachine = setup({
  types: {
    context: {} as Appearance & { deviceIsDark: boolean },
    events: {} as AppearanceEvent,
    input: {} as { kept: { [Key in keyof Appearance]?: string | undefined }; deviceIsDark: boolean },
  },
  actions: {
    remember: (_, _kept: { key: keyof Appearance; value: string }) => {},
    tellChanged: (_, _key: keyof Appearance) => {},
  },
  guards: {
    anotherSize: ({ context }, size: Size) => context.size !== size,
    anotherScheme: ({ context }, scheme: Scheme) => context.scheme !== scheme,
    anotherColour: ({ context }, colour: string) => hex.test(colour) && context.colour !== colour,
  },
}).createMachine({
  id: 'appearance',
  context: ({ input: { kept, deviceIsDark } }) => ({
    size: sizes.find((size) => size === kept.size) ?? 'medium',
    scheme: schemes.find((scheme) => scheme === kept.scheme) ?? 'system',
    colour: kept.colour && hex.test(kept.colour) ? kept.colour : defaultColour,
    deviceIsDark,
  }),
  on: {
    sizeChosen: {
      guard: { type: 'anotherSize', params: ({ event }) => event.size },
      actions: [
        assign(({ event }) => ({ size: event.size })),
        { type: 'remember', params: ({ event }) => ({ key: 'size', value: event.size }) },
        { type: 'tellChanged', params: 'size' },
      ],
    },
    schemeChosen: {
      guard: { type: 'anotherScheme', params: ({ event }) => event.scheme },
      actions: [
        assign(({ event }) => ({ scheme: event.scheme })),
        { type: 'remember', params: ({ event }) => ({ key: 'scheme', value: event.scheme }) },
        { type: 'tellChanged', params: 'scheme' },
      ],
    },
    colourChosen: {
      guard: { type: 'anotherColour', params: ({ event }) => event.colour },
      actions: [
        assign(({ event }) => ({ colour: event.colour })),
        { type: 'remember', params: ({ event }) => ({ key: 'colour', value: event.colour }) },
        { type: 'tellChanged', params: 'colour' },
      ],
    },
    deviceDarkened: { actions: assign(({ event }) => ({ deviceIsDark: event.dark })) },
  },
})

export const isDark = ({ scheme, deviceIsDark }: { scheme: Scheme; deviceIsDark: boolean }) =>
  scheme === 'dark' || (scheme === 'system' && deviceIsDark)
