import {
  BankAccountIcon,
  ChatIcon,
  CreditCardIcon,
  DashboardIcon,
  EndorsedIcon,
  FlowBranchIcon,
  HeadsetIcon,
  KeyIcon,
  NotificationsIcon,
  PhoneCallIcon,
  ShieldIcon,
  ThListIcon,
  TimelineLineChartIcon,
  WrenchIcon,
} from '@blueprintjs/icons'
import { type ComponentType, createElement, type ReactElement } from 'react'
import type { allRoutes, Route } from '../../machines/routes.ts'

type IconIn<R extends Route> =
  | (R extends { icon: infer Icon extends string } ? Icon : never)
  | (R extends { children: readonly (infer Child extends Route)[] } ? IconIn<Child> : never)

type RouteIcon = IconIn<(typeof allRoutes)[number]>

// Imported one by one: Blueprint's loader would fetch every icon.
const icons: Record<RouteIcon, ComponentType> = {
  'bank-account': BankAccountIcon,
  chat: ChatIcon,
  'credit-card': CreditCardIcon,
  dashboard: DashboardIcon,
  endorsed: EndorsedIcon,
  'flow-branch': FlowBranchIcon,
  headset: HeadsetIcon,
  key: KeyIcon,
  notifications: NotificationsIcon,
  'phone-call': PhoneCallIcon,
  shield: ShieldIcon,
  'th-list': ThListIcon,
  'timeline-line-chart': TimelineLineChartIcon,
  wrench: WrenchIcon,
}

export const iconOf = (name: string | undefined): ReactElement | undefined =>
  name === undefined ? undefined : createElement(icons[name as RouteIcon])
