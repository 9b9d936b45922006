import type { ComponentType } from 'react'
import type { ScreenName } from '../machines/paths.ts'

type LoadScreen = () => Promise<{ screen: ComponentType }>

/** Route name → lazy view. A route that is not here shows that its screen is not built yet. */
export const screens: Partial<Record<ScreenName, LoadScreen>> = {
  dashboard: () => import('./dashboard/dashboard.tsx'),
  changePassword: () => import('./shell/changePassword.tsx'),
  notFound: () => import('./shell/notFound.tsx'),
  unauthorized: () => import('./shell/unauthorized.tsx'),
  reviewFirstWait: () => import('./approve/reviewFirstWait.tsx'),
  reviewFirstPass: () => import('./approve/reviewFirstPass.tsx'),
  reviewFirstReject: () => import('./approve/reviewFirstReject.tsx'),
  approveDetail: () => import('./approve/approveDetail.tsx'),
  machinerDetail: () => import('./approve/machinerDetail.tsx'),
  flow: () => import('./flow/flow.tsx'),
}

const unbuilt: LoadScreen = () => import('./shell/Unbuilt.tsx')
const loaded = new Map<string, ComponentType>()

/** Fetches a screen, for `screenOf` to have it at once. */
export const loadScreen = async (name: string): Promise<ComponentType> => {
  const { screen } = await (screens[name as ScreenName] ?? unbuilt)()
  loaded.set(name, screen)
  return screen
}

/** A screen that was fetched: a page that waits for it, even for an instant, would flash. */
export const screenOf = (name: string): ComponentType | undefined => loaded.get(name)

/** Fetches a screen that somebody is about to open. A failure shows when they do open it. */
export const preload = (name: string) => void loadScreen(name).catch(() => {})
