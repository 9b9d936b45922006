import type { ComponentType } from 'react'
import type { ScreenName } from '../../machines/paths.ts'
import type { Client } from '../../services/http.ts'
import { afterPaint } from './afterPaint.ts'

/** Prefetches the data that a screen needs at a URL; resolves when it has arrived. */
export type Prefetch = (client: Client, user: { id: string }, params: URLSearchParams) => Promise<void>

export type Screen = ComponentType & {
  prefetch?: Prefetch
  /** Whether it is a list in a plain table, as most are. */
  isTable?: boolean
}

export type LoadScreen = () => Promise<{ screen: Screen }>

/** The console's screens, each loaded once. Throws for a route without one. */
export const createScreens = (table: Partial<Record<ScreenName, LoadScreen>>) => {
  const loaded = new Map<string, Screen>()
  const hasScreen = (name: string): name is ScreenName => Object.hasOwn(table, name)

  /** Loads a screen, so that `loaded` has it at once. */
  const load = async (name: string): Promise<Screen> => {
    const known = loaded.get(name)
    if (known) return known
    const { screen } = await table[name as ScreenName]!()
    loaded.set(name, screen)
    return screen
  }

  return {
    hasScreen,
    load,

    /** A loaded screen: waiting for it, even for an instant, would make the page flash. */
    loaded: (name: string): ComponentType | undefined => loaded.get(name),

    /** Loads a screen that the user is about to open. An error shows when they open it. */
    preload: (name: string) => void load(name).catch(() => {}),

    /** Loads the screens that the user may open, one after each paint, so that none delays them later. */
    preloadAll: (names: readonly string[], onLoaded: (name: string, screen: Screen) => void): (() => void) => {
      const left = names.filter((name) => hasScreen(name) && !loaded.has(name))
      let calledOff = () => {}
      const next = () => {
        const name = left.shift()
        if (name === undefined) return
        calledOff = afterPaint(
          () =>
            void load(name)
              .then((screen) => onLoaded(name, screen))
              .then(next, next),
        )
      }
      next()
      return () => {
        left.length = 0
        calledOff()
      }
    },
  }
}

export type Screens = ReturnType<typeof createScreens>
