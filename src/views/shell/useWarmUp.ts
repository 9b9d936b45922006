import { useEffect } from 'react'
import { leavesOf } from '../../machines/paths.ts'
import type { Route } from '../../machines/routes.ts'
import { afterPaint } from '../shared/afterPaint.ts'
import { type App, useApp } from '../shared/app.ts'

/**
 * Prefetches the screens that the user may open, and renders the first plain list once in the background: first runs
 * are the slowest.
 */
export const useWarmUp = (routes: readonly Route[]): void => {
  const { screens, tabs } = useApp()
  useEffect(() => {
    const paths = new Map<string, string>(leavesOf(routes).map(({ route, path }) => [route.name, path]))
    let isWarm = false
    let end = () => {}
    const stop = screens.preloadAll([...paths.keys()], (name, screen) => {
      if (isWarm || !screen.isTable) return
      isWarm = true
      end = drawOnce(tabs, paths.get(name)!)
    })
    return () => {
      stop()
      end()
    }
  }, [routes, screens, tabs])
}

/** Renders a list's page in the background without loading rows, and removes it once it is drawn. */
const drawOnce = (tabs: App['tabs'], path: string): (() => void) => {
  const search = '?ahead'
  // A page that is already drawn ahead for the user has precedence, and warms up as well.
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
