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

/** Fetches a screen that somebody is about to open. A failure shows when they do open it. */
export const preload = (name: string) => void screens[name as ScreenName]?.().catch(() => {})
