import type { ComponentType } from 'react'
import type { ScreenName } from '../machines/paths.ts'
import type { Client } from '../services/http.ts'
import { afterPaint } from './shared/afterPaint.ts'

/** Prefetches the data that a screen needs at a URL; resolves when it has arrived. */
export type Prefetch = (client: Client, user: { id: string }, params: URLSearchParams) => Promise<void>

export type Screen = ComponentType & {
  prefetch?: Prefetch
  /** Whether it is a list in a plain table, as most are. */
  isTable?: boolean
}

type LoadScreen = () => Promise<{ screen: Screen }>

/** Route name → lazy view. A route without an entry shows a placeholder. */
export const screens: Partial<Record<ScreenName, LoadScreen>> = {
  dashboard: () => import('./dashboard/dashboard.tsx'),
  changePassword: () => import('./shell/changePassword.tsx'),
  notFound: () => import('./shell/notFound.tsx'),
  unauthorized: () => import('./shell/unauthorized.tsx'),
  machinerReviewPass: () => import('./approval/machinerReviewPass.tsx'),
  machinerReviewReject: () => import('./approval/machinerReviewReject.tsx'),
  reviewFirstWait: () => import('./approval/reviewFirstWait.tsx'),
  reviewFirstPass: () => import('./approval/reviewFirstPass.tsx'),
  reviewFirstReject: () => import('./approval/reviewFirstReject.tsx'),
  reviewFinalWait: () => import('./approval/reviewFinalWait.tsx'),
  reviewFinalPass: () => import('./approval/reviewFinalPass.tsx'),
  reviewFinalReject: () => import('./approval/reviewFinalReject.tsx'),
  reviewList: () => import('./approval/reviewList.tsx'),
  reviewGroup: () => import('./approval/reviewGroup.tsx'),
  reviewerManage: () => import('./approval/reviewerManage.tsx'),
  approveDetail: () => import('./approval/approveDetail.tsx'),
  machinerDetail: () => import('./approval/machinerDetail.tsx'),
  orderList: () => import('./order/orderList.tsx'),
  excelList: () => import('./order/excelList.tsx'),
  waitLoanList: () => import('./payout/waitLoanList.tsx'),
  loanRecord: () => import('./payout/loanRecord.tsx'),
  loanDetail: () => import('./payout/loanDetail.tsx'),
  changeChannel: () => import('./payout/changeChannel.tsx'),
  repayPlan: () => import('./loan/repayPlan.tsx'),
  repaymentRecord: () => import('./loan/repaymentRecord.tsx'),
  overdueRepayment: () => import('./loan/overdueRepayment.tsx'),
  overdueRepaymentDetail: () => import('./loan/overdueRepaymentDetail.tsx'),
  repayQuery: () => import('./loan/repayQuery.tsx'),
  account: () => import('./access/account.tsx'),
  accountDetail: () => import('./access/accountDetail.tsx'),
  setting: () => import('./setting/setting.tsx'),
  role: () => import('./access/role.tsx'),
  menu: () => import('./access/menu.tsx'),
  interface: () => import('./access/interface.tsx'),
  riskRuleConfig: () => import('./risk/riskRuleConfig.tsx'),
  flow: () => import('./flow/flow.tsx'),
  excelExport: () => import('./exports/excelExport.tsx'),
  bankStatement: () => import('./statement/bankStatement.tsx'),
  withdrawal: () => import('./withdrawal/withdrawal.tsx'),
  loginLog: () => import('./audit/loginLog.tsx'),
  audit: () => import('./audit/audit.tsx'),
  auditEntry: () => import('./audit/auditEntry.tsx'),
  seen: () => import('./audit/seen.tsx'),
}

const unbuilt: LoadScreen = () => import('./shell/Unbuilt.tsx')
const loaded = new Map<string, Screen>()

/** Loads a screen, so that `screenOf` has it at once. */
export const loadScreen = async (name: string): Promise<Screen> => {
  const known = loaded.get(name)
  if (known) return known
  const { screen } = await (screens[name as ScreenName] ?? unbuilt)()
  loaded.set(name, screen)
  return screen
}

/** A loaded screen: waiting for it, even for an instant, would make the page flash. */
export const screenOf = (name: string): ComponentType | undefined => loaded.get(name)

/** Loads a screen that the user is about to open. An error shows when they open it. */
export const preload = (name: string) => void loadScreen(name).catch(() => {})

/** Loads the screens that the user may open, one after each paint, so that none delays them later. */
export const preloadAll = (
  names: readonly string[],
  onLoaded: (name: string, screen: Screen) => void,
): (() => void) => {
  const left = names.filter((name) => Object.hasOwn(screens, name) && !loaded.has(name))
  let calledOff = () => {}
  const next = () => {
    const name = left.shift()
    if (name === undefined) return
    calledOff = afterPaint(
      () =>
        void loadScreen(name)
          .then((screen) => onLoaded(name, screen))
          .then(next, next),
    )
  }
  next()
  return () => {
    left.length = 0
    calledOff()
  }
}
