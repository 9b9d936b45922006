import { useEffect } from 'react'
import { leavesOf } from '../../machines/paths.ts'
import type { Route } from '../../machines/routes.ts'
import { preloadAll } from '../screens.ts'
import { afterPaint } from '../shared/afterPaint.ts'
import { type App, useApp } from '../shared/app.ts'

/** Fetches what somebody may open, and draws the first plain list of it once behind the page: what runs for the first time takes longest. */
export const useWarmUp = (routes: readonly Route[]): void => {
  const { tabs } = useApp()
  useEffect(() => {
    const paths = new Map<string, string>(leavesOf(routes).map(({ route, path }) => [route.name, path]))
    let isWarm = false
    let end = () => {}
    const stop = preloadAll([...paths.keys()], (name, screen) => {
      if (isWarm || !screen.isTable) return
      isWarm = true
      end = drawOnce(tabs, paths.get(name)!)
    })
    return () => {
      stop()
      end()
    }
  }, [routes, tabs])
}

/** Without rows, of which nobody asked for any, and only for as long as it takes. */
const drawOnce = (tabs: App['tabs'], path: string): (() => void) => {
  const search = '?ahead'
  // What somebody presses goes before, and warms up as well.
  if (tabs.getSnapshot().context.ahead) return () => {}
  const isWanted = () => tabs.getSnapshot().context.ahead?.search === search
  const forgo = () => {
    if (isWanted()) tabs.send({ type: 'forgone' })
  }
  let callOff = () => {}
  const look = () => {
    const isDrawn = document.querySelector(`.page[data-path="${path}"]`) !== null
    if (isWanted()) callOff = afterPaint(isDrawn ? forgo : look)
  }
  tabs.send({ type: 'awaited', path, search })
  look()
  return () => {
    callOff()
    forgo()
  }
}
